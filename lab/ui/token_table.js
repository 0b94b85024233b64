// The token table in the browser. What is typed lives here; Python hears of it once a field is left or Enter is pressed.
// Every message up carries a later `rev`, and data says which one it answers: an answer to an earlier one is old news.

const COLUMNS = ["labels", "p", "q"]
const [FEWEST, MOST] = [2, 12]
const SUM_TOLERANCE = 1e-6
const LONGEST_PASTE = 20000

// The same numbers as lab.core.parsing.parse_number reads.
const DECIMAL = String.raw`([0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE]([+-]?[0-9]{1,4}))?`
const NUMBER = new RegExp(String.raw`^([+-]?)\s*${DECIMAL}\s*(?:/\s*${DECIMAL}\s*)?(%?)$`)
const SIGNS = { "−": "-", "⁄": "/", "∕": "/", "％": "%", "٪": "%" }
const plain = text => text.replace(/[−⁄∕％٪]/g, sign => SIGNS[sign])
const decimal = (digits, exponent, shift) => Number(`${digits.replace(",", ".")}e${Number(exponent ?? 0) + shift}`)

function number(text) {
  const typed = plain(text.trim())
  const match = NUMBER.exec(typed.length === 1 ? plain(typed.normalize("NFKC")) : typed)
  if (!match) return NaN
  const [, sign, top, topExponent, bottom, bottomExponent, percent] = match
  const under = bottom === undefined ? 1 : decimal(bottom, bottomExponent, 0)
  if (under === 0) return NaN
  const value = decimal(top, topExponent, percent ? -2 : 0) / under
  return sign === "-" ? -value : value
}

function trouble(text) {
  if (!text.trim()) return "missing"
  const value = number(text)
  if (Number.isNaN(value)) return "not a number"
  if (value < 0) return "below 0"
  return value === Infinity ? "too large" : ""
}

const close = sum => Math.abs(sum - 1) <= SUM_TOLERANCE

function inWords(sum) {
  if (sum === Infinity) return "too large to add up"
  if (!(Math.abs(sum) < Infinity)) return "waits for a number"
  if (close(sum)) return "sums to 1"
  const short = String(Number(sum.toPrecision(6)))
  return `sums to ${short === "1" ? Number(sum.toPrecision(9)) : short}, not 1`
}

function nudged(text, steps) {
  const match = /^([0-9]*)([.,]?)([0-9]*)$/.exec(text.trim())
  if (!match || !(match[1] + match[3])) return text
  const digits = Math.max(2, match[3].length)
  const value = Math.min(1, Math.max(0, number(text) + steps / 100))
  return String(Number(value.toFixed(digits))).replace(".", match[2] || ".")
}

function isBlock(text, column) {
  if (/[\t\r\n]/.test(text.trim())) return true
  return column !== "labels" && /[0-9]/.test(text) && /[\s,;]/.test(text.trim()) && Number.isNaN(number(text))
}

class TokenTable {
  constructor(root) {
    this.root = root
    this.body = root.querySelector("tbody")
    this.sent = 0
    this.items = { labels: [], p: [], q: [] }
    for (const event of ["input", "focusout", "keydown", "keyup", "paste", "click"]) {
      this.body.parentElement.addEventListener(event, happened => this[event](happened))
    }
  }

  // From Python

  receive({ labels, p, q, problems, refusal, disabled, rev }) {
    if (rev < this.sent) return
    const unfinished = this.unfinished()
    this.items = { labels, p, q }
    this.problems = problems
    this.disabled = disabled
    this.draw(unfinished)
    const line = this.root.querySelector(".refusal")
    line.textContent = refusal
    line.hidden = !refusal
    if (refusal) this.announce(refusal)
  }

  // To Python: always the whole table

  send(more = {}) {
    this.sent = Math.max(this.sent + 1, Date.now())
    this.problems = []
    this.setStateValue("table", { ...this.items, rev: this.sent, ...more })
    this.announce(["p", "q"].map(column => `${column} ${inWords(this.sum(column))}.`).join(" "))
  }

  commit(input) {
    const { column, row } = this.place(input)
    if (!(row in this.items[column])) return // its row is just being taken away
    const text = column === "labels" ? input.value : input.value.trim()
    if (input.value !== text) input.value = text
    if (text !== this.items[column][row]) {
      this.items[column][row] = text
      this.send()
    }
    this.judge()
  }

  // Events

  input() {
    this.judge()
  }

  focusout({ target }) {
    if (target.matches("input")) this.commit(target)
  }

  keydown(event) {
    const { target, key } = event
    if (!target.matches("input") || event.isComposing || this.disabled) return
    if (key === "Enter") this.commit(target)
    if (key === "Escape" && this.isDirty(target)) {
      target.value = this.text(target)
      event.stopPropagation()
    }
    if (/^Arrow(Up|Down)$/.test(key) && !target.matches(".labels")) {
      target.value = nudged(target.value, key === "ArrowUp" ? 1 : -1)
      event.preventDefault()
    }
    this.judge()
  }

  keyup({ target, key }) {
    if (target.matches("input.p, input.q") && /^Arrow(Up|Down)$/.test(key)) this.commit(target)
  }

  paste(event) {
    const text = event.clipboardData.getData("text/plain")
    if (!event.target.matches("input") || this.disabled) return
    const { column } = this.place(event.target)
    if (!isBlock(text, column)) return
    event.preventDefault()
    event.target.value = this.text(event.target)
    this.send({ paste: { text: text.slice(0, LONGEST_PASTE), column } })
  }

  click({ target }) {
    const button = target.closest("button")
    if (button?.matches(".add")) this.add()
    if (button?.matches(".remove")) this.remove(this.place(button).row)
  }

  add() {
    const count = this.items.labels.length
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    const free = letters.slice(count).concat(letters).find((letter) => !this.items.labels.includes(letter))
    this.items.labels.push(free)
    this.items.p.push("0")
    this.items.q.push("0")
    this.draw()
    this.send()
    this.cell("labels", count).select()
  }

  remove(row) {
    for (const column of COLUMNS) this.items[column].splice(row, 1)
    this.draw()
    this.send()
    const next = this.body.rows[Math.min(row, this.body.rows.length - 1)]
    next.querySelector(next.querySelector(".remove").disabled ? "input" : ".remove").focus()
  }

  // The picture of it

  draw(unfinished = null) {
    const count = this.items.labels.length
    const rows = this.body.rows
    const focused = this.focused()
    while (rows.length > count) this.body.lastElementChild.remove()
    while (rows.length < count) this.body.append(this.root.querySelector("template").content.cloneNode(true))
    this.root.querySelector(".add").disabled = count >= MOST
    this.root.querySelector("table").classList.toggle("disabled", this.disabled)
    for (const row of rows) {
      row.querySelector(".remove").disabled = count <= FEWEST
      for (const input of row.querySelectorAll("input")) {
        input.readOnly = this.disabled
        if (input !== unfinished && input.value !== this.text(input)) input.value = this.text(input)
      }
    }
    if (focused?.matches("input") && !focused.isConnected) this.body.lastElementChild.querySelector("input").focus()
    this.judge()
  }

  judge() {
    this.body.querySelectorAll("input").forEach(input => this.judgeCell(input))
    for (const column of ["p", "q"]) {
      const cell = this.root.querySelector(`.sum.${column}`)
      const sum = this.sum(column)
      cell.textContent = inWords(sum)
      cell.classList.toggle("ok", close(sum))
    }
  }

  judgeCell(input) {
    const { column, row } = this.place(input)
    const name = this.cell("labels", row).value.trim() || `token ${row + 1}`
    const word = this.word(input, column, row)
    const under = input.nextElementSibling
    const bar = under.querySelector(".bar")
    under.id = `${column}-${row}`
    under.querySelector(".word").textContent = word
    if (bar) bar.style.width = `${100 * Math.min(1, Math.max(0, number(input.value) || 0))}%`
    under.classList.toggle("wrong", word !== "")
    input.setAttribute("aria-label", column === "labels" ? `Token ${row + 1}` : `${column} of ${name}`)
    input.setAttribute("aria-invalid", String(word !== ""))
    if (word) input.setAttribute("aria-describedby", under.id)
    else input.removeAttribute("aria-describedby")
    this.body.rows[row].querySelector(".remove").setAttribute("aria-label", `Remove ${name}`)
  }

  // What is wrong with a cell, in words; a field in which somebody is typing is left in peace.
  word(input, column, row) {
    if (this.isDirty(input) && input === this.focused()) return ""
    const own = column === "labels" ? "" : trouble(input.value)
    return own || (this.problems.find(found => found.column === column && found.row === row)?.message ?? "")
  }

  announce(text) {
    this.root.querySelector("[role=status]").textContent = text
  }

  // Where things are

  cell(column, row) {
    return this.body.rows[row].querySelector(`input.${column}`)
  }

  place(element) {
    return { column: COLUMNS.find(name => element.classList.contains(name)), row: element.closest("tr").sectionRowIndex }
  }

  text(input) {
    const { column, row } = this.place(input)
    return this.items[column][row]
  }

  sum(column) {
    return [...this.body.querySelectorAll(`input.${column}`)].reduce((sum, input) => sum + number(input.value), 0)
  }

  isDirty(input) {
    return input.value !== this.text(input)
  }

  focused() {
    return this.body.getRootNode().activeElement
  }

  unfinished() {
    const focused = this.focused()
    return focused?.matches("tbody input") && this.body.contains(focused) && this.isDirty(focused) ? focused : null
  }
}

const TABLES = new WeakMap()

export default function ({ data, parentElement, setStateValue }) {
  if (!TABLES.has(parentElement)) TABLES.set(parentElement, new TokenTable(parentElement))
  const table = TABLES.get(parentElement)
  table.setStateValue = setStateValue
  table.receive(data)
}
