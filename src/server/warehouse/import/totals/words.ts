// Tells whether a cell's text names a total. Blanks and width are folded, and what stands around the word is
// looked at: 合  计, 合计（元）, 本月合计, 华东 小计, Total:, E Total.

interface TotalWord {
  /**
   * `sure`: people call nothing else so. `likely`: a category may be called so, too. `named`: a total if its
   * group is one of the table's, or the figures say so. `weak`: only the figures can say. `end`: an average or
   * the like, which stands among days or at the end and need not add up.
   */
  certainty: 'sure' | 'likely' | 'named' | 'weak' | 'end'
  /** The group that it is the total of, folded; empty where none is named. */
  of: string
}

/** Longer texts are sentences. */
const longestLabel = 40

/** Chinese, English and digits in one width and case, blanks beside Chinese characters dropped. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{Cc}\s]+/gu, ' ')
    .trim()
    .replaceAll(/(?<=[\u2e80-\u9fff]) | (?=[\u2e80-\u9fff])/g, '')
}

const chinese =
  /^(.{0,20}?)(?:总合计|合计|总计|小计|共计|合計|總計|小計|共計|総計)(?:数|额|额度|值|项|行|栏|金额|人数|次数|數|額)?$/
/** 本月, 第一季度, 2026年1月, 以上, 各渠道: whatever the table is about. */
const usualPrefix =
  /^(?:以上|上述|累计|总|大|共|计|[本当上今去全各]?(?:日|天|周|月|季|季度|年|年度|期|页|表|组|项|区|国|部|渠道|游戏|平台|部门|门店|公司|区服)|[第\d一二三四五六七八九十年月日季度周上下半\-/.]{1,16})$/
const likelyChinese = /^(?:汇总|总和|总数|总额|合共|彙總|總和)$/
const namedChinese = /^(.{1,20})(?:汇总|总和)$/
const weakChinese =
  /^(?:全部|所有|全体|整体|总体|大盘|全国|全球|全区|全服|全渠道|全平台|全公司|总|全部.{1,4}|所有.{1,4})$/
const sureEnglish = /^(?:grand totals?|sub[- ]?totals?|total sum|sum total)$/
const likelyEnglish = /^(?:totals?|sum)$/
const endWord =
  /^(?:[日月周总总体]?(?:平均|均值)(?:值|数)?|平均值?\/?合计|[日月周]均值?|最[大小高低]值?|中位数|标准差|average|avg|mean|median|max(?:imum)?|min(?:imum)?|std)$/
const weakEnglish = /^(?:all|overall|everything|all .{1,12})$/
const before = /^(?:sub[- ]?totals?|totals?)(?: of| for| -|:)? (.{1,24})$/
const after = /^(.{1,24}?)(?: -)? (?:sub[- ]?totals?|totals?)$/

export function totalWordOf(cell: string): TotalWord | null {
  if (cell.length > longestLabel) return null
  const text = stripped(folded(cell))
  if (text === '') return null
  const [isChinese, prefix = ''] = chinese.exec(text) ?? []
  if (isChinese !== undefined) {
    const of = prefix.replace(/[-_:·]$/, '')
    return of === '' || usualPrefix.test(of) ? { certainty: 'sure', of: '' } : { certainty: 'named', of }
  }
  if (sureEnglish.test(text)) return { certainty: 'sure', of: '' }
  if (likelyChinese.test(text) || likelyEnglish.test(text)) return { certainty: 'likely', of: '' }
  if (endWord.test(text)) return { certainty: 'end', of: '' }
  if (weakChinese.test(text) || weakEnglish.test(text)) return { certainty: 'weak', of: '' }
  const of = (namedChinese.exec(text) ?? before.exec(text) ?? after.exec(text))?.[1]
  return of ? { certainty: 'named', of } : null
}

/** Without marks around it, a unit in brackets, and a figure after a colon. */
function stripped(text: string): string {
  return text
    .replace(/^[*#=\-【[<(]{1,6} ?/, '')
    .replace(/: ?[¥$]?-?[\d,.]{1,20} ?[元万亿人次个%]{0,3}$/, '')
    .replace(/ ?\([^()]{0,12}\)$/, '')
    .replace(/[*#=\-:】\]>)]{1,6}$/, '')
    .trim()
}

/** Cheap: whether a line may hold such a word at all. Most lines don't. */
const hint =
  /[计計总總総汇彙全所整大合均最]|中位数|标准差|[Aa][Vv]|[Mm][EeAaIi][DdXxNnAa]|[Ss][Tt][Dd]|[Tt][Oo][Tt][Aa][Ll]|[Ss][Uu][Mm]|[Aa][Ll][Ll]|[Ｔ-ｔＡ]/

export interface WordRow {
  line: number
  /** Index of the column. */
  at: number
  text: string
  word: TotalWord
}

/** More rows with such words are no totals but a table about them. */
const mostRows = 100_000

/** Collects the rows of a file that name a total, while they are staged. */
export class TotalWords {
  readonly rows: WordRow[] = []
  #isOver = false

  /** A line of fields between commas. */
  seePlain(line: number, text: string): void {
    if (hint.test(text)) this.see(line, text.split(','))
  }

  see(line: number, cells: readonly (string | null)[]): void {
    if (this.#isOver) return
    for (const [at, cell] of cells.entries()) {
      if (cell === null || cell.length > longestLabel || !hint.test(cell)) continue
      const word = totalWordOf(cell)
      if (!word) continue
      this.rows.push({ line, at, text: cell.trim(), word })
      if (this.rows.length > mostRows) {
        this.#isOver = true
        this.rows.length = 0
      }
      return
    }
  }
}
