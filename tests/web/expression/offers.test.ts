// Completions at the caret of an expression or formula, and the text they insert.
import { describe, expect, it } from 'vitest'
import { offersAt, type Words } from '#web/expression/offers.ts'

const name = (text: string, detail = '', pinyin = '') => ({ name: text, detail, comment: '', pinyin })
const round = { name: 'round', detail: 'round(数值, 位数)', comment: '' }
const columns: Words = {
  language: 'expression',
  names: [
    name('amount', 'DECIMAL'),
    { ...name('渠道'), comment: 'channel' },
    name('pay time'),
    name('account'),
  ],
  functions: [round],
}
const points: Words = {
  language: 'formula',
  names: [name('充值金额', '元', 'chong zhi jin e'), { ...name('收入'), insert: '[#12]' }, name('活跃用户')],
  functions: [round],
}

/** The text with `|` at the caret, and what it is once the first is taken. */
function taken(marked: string, words: Words, wanted = false): string | null {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { start, end, offers } = offersAt(text, caret, words, wanted)
  const [first] = offers
  if (!first) return null
  const written = text.slice(0, start) + first.insert + text.slice(end)
  return `${written.slice(0, start + first.caret)}|${written.slice(start + first.caret)}`
}

describe('an expression', () => {
  it.each([
    ['am|', 'amount|'],
    ['amount + ac|', 'amount + account|'],
    ['amount > 0 and chan|', 'amount > 0 and 渠道|'],
    ['pay|', '"pay time"|'],
    ['rou|', 'round(|)'],
    ["渠道 = 'a' or am|", "渠道 = 'a' or amount|"],
  ])('completes %s to %s', (before, after) => {
    expect(taken(before, columns)).toBe(after)
  })

  it.each(["渠道 = 'am|", 'amount * 10|', 'amount + |', '|'])('offers nothing by itself at %s', (text) => {
    expect(taken(text, columns)).toBeNull()
  })

  it('offers all there is when it is asked for', () => {
    const { offers } = offersAt('amount + ', 9, columns, true)
    expect(offers.map(({ title }) => title).sort()).toEqual(
      ['account', 'amount', 'pay time', 'round', '渠道'].sort(),
    )
  })
})

describe('a formula', () => {
  it.each([
    ['[充|', '[充值金额]|'],
    ['czje|', '[充值金额]|'],
    ['[充值金额] / [活|', '[充值金额] / [活跃用户]|'],
    ['[充|] / 2', '[充值金额]| / 2'],
    ['[收|', '[#12]|'],
    ['rou|', 'round(|)'],
  ])('completes %s to %s', (before, after) => {
    expect(taken(before, points)).toBe(after)
  })

  it('offers points alone behind a bracket', () => {
    expect(offersAt('[', 1, points).offers.map(({ kind }) => kind)).toEqual(['point', 'point', 'point'])
  })
})
