// Writes an .xlsx file in the browser; loaded on demand. Written by ourselves, because sheetjs-style assigns to
// undeclared names, which modules forbid, and weighs 900 KB for what takes a page of code here.
import { zipOf } from './zip.ts'

type Cell = string | number | null

/** Excel's restrictions on sheet names and texts. */
const unusable = /[\\/?*[\]:]/g
const longestName = 31
const longestText = 32_767
const widestColumn = 60
/** Encoded together: the text of a whole sheet would exceed the longest string. */
const rowsTogether = 1_000

export async function writeSheet(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  const name = title.replace(unusable, '_').slice(0, longestName)
  const bytes = await zipOf([
    { name: '[Content_Types].xml', texts: [contentTypes] },
    { name: '_rels/.rels', texts: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', texts: [workbook(name)] },
    { name: 'xl/_rels/workbook.xml.rels', texts: [relations('worksheet', 'worksheets/sheet1.xml')] },
    { name: 'xl/worksheets/sheet1.xml', texts: sheetTexts(heads, rows) },
  ])
  return new Blob([bytes], { type: main.replace(/\.main$/, '') })
}

const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main'
const spaces = 'http://schemas.openxmlformats.org'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const contentTypes = `${head}<Types xmlns="${spaces}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
const relations = (type: string, target: string) =>
  `${head}<Relationships xmlns="${spaces}/package/2006/relationships"><Relationship Id="rId1" Type="${spaces}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const workbook = (name: string) =>
  `${head}<workbook xmlns="${spaces}/spreadsheetml/2006/main" xmlns:r="${spaces}/officeDocument/2006/relationships"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

function* sheetTexts(heads: readonly string[], rows: readonly (readonly Cell[])[]): Generator<string> {
  const widths = heads.map(
    (title, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(title, rows, at)}"/>`,
  )
  yield `${head}<worksheet xmlns="${spaces}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowText(heads)}`
  for (let at = 0; at < rows.length; at += rowsTogether) {
    yield rows
      .slice(at, at + rowsTogether)
      .map(rowText)
      .join('')
  }
  yield '</sheetData></worksheet>'
}

const rowText = (cells: readonly Cell[]): string => `<row>${cells.map(cellText).join('')}</row>`

/** A text is marked as text, so that nothing in it is taken for a formula. */
function cellText(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, longestText))}</t></is></c>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return (
    text
      // Excel would read this as an escape.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (sign) => signs[sign] as string)
      // Characters that XML forbids, and lone surrogates.
      .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu, '')
  )
}

/** From the first rows; a Chinese character counts as two. */
function widthOf(title: string, rows: readonly (readonly Cell[])[], at: number): number {
  const texts = [title, ...rows.slice(0, 100).map((row) => String(row[at] ?? ''))]
  const widest = Math.max(...texts.map((text) => text.length + (text.match(/[^ -ÿ]/g)?.length ?? 0)))
  return Math.min(widestColumn, widest + 2)
}
