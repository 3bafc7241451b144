// @vitest-environment jsdom
// The table of a mail, read as a mail program reads it.
import { expect, it } from 'vitest'
import { mailOf } from '#features/receivers/server/mail/writing.ts'

it('is read at a glance: figures right, total bold, changes coloured, a note below', () => {
  const table = {
    columns: ['渠道', '流水', '变化'],
    rows: [['华为', '1,234', '▼ -4.7%']],
    right: [1, 2],
    total: ['合计', '1,234', '▲ 2%'],
    note: '共 40 行，以上为前 1 行',
  }
  const { html, text } = mailOf(
    {
      id: 'delivery-1',
      to: ['a@example.com'],
      message: { title: '经营日报', text: '附言', level: 'info', table, at: '2026-10-08T03:00:00.000Z' },
      png: null,
      source: { kind: 'subscription', id: 7, title: '' },
      link: null,
      publicUrl: null,
      unsubscribe: null,
      when: '2026-10-08 11:00:00',
    },
    { host: '', port: 25, security: 'none', user: null, from: 'a@example.com', fromName: '', allowed: [] },
  )
  const page = new DOMParser().parseFromString(String(html), 'text/html')
  const cells = [...page.querySelectorAll<HTMLElement>('tbody td')].map(({ style, textContent }) => [
    textContent,
    style.textAlign,
    style.whiteSpace,
    style.fontWeight,
    style.color,
  ])
  expect(cells).toEqual([
    ['合计', 'left', '', '600', ''],
    ['1,234', 'right', 'nowrap', '600', ''],
    ['▲ 2%', 'right', 'nowrap', '600', 'rgb(172, 47, 51)'],
    ['华为', 'left', '', '', ''],
    ['1,234', 'right', 'nowrap', '', ''],
    ['▼ -4.7%', 'right', 'nowrap', '', 'rgb(28, 110, 66)'],
  ])
  const note = page.querySelector('tfoot td')
  expect([note?.textContent, note?.getAttribute('colspan')]).toEqual(['共 40 行，以上为前 1 行', '3'])
  expect(text).toContain('合计\t1,234\t▲ 2%\n华为')
  expect(page.body.textContent?.startsWith('经营日报')).toBe(true)
})
