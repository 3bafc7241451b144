// @vitest-environment jsdom
// The Markdown of text tiles: what it becomes, that HTML stays text, and that no text makes it slow.
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readInline, readMarkdown } from '#features/statement/web/board/tiles/markdown.ts'
import { TextTile } from '#features/statement/web/board/tiles/TextTile.tsx'

const htmlOf = (text: string): string => render(<TextTile text={text} />).container.innerHTML

describe('a text tile', () => {
  it('shows headings, emphasis, lists, quotes, code, tables and links', () => {
    const html = htmlOf(
      [
        '# 周会',
        '',
        '看 **净流水** 与 *活跃*，不看 ~~下载~~，口径 `pay - refund`。',
        '',
        '- 一',
        '- 二',
        '',
        '1. 先',
        '2. 后',
        '',
        '> 备注',
        '',
        '| 渠道 | 负责人 |',
        '| --- | :-: |',
        '| 华为 | 小王 |',
        '',
        '```',
        'SELECT 1 < 2',
        '```',
        '---',
        '[日报](/statement/detail?id=1) [官网](https://example.com/a_b_c)',
      ].join('\n'),
    )
    for (const part of [
      '<h3>周会</h3>',
      '<strong>净流水</strong>',
      '<em>活跃</em>',
      '<del>下载</del>',
      '<code>pay - refund</code>',
      '<ul><li>一</li><li>二</li></ul>',
      '<ol><li>先</li><li>后</li></ol>',
      '<blockquote>备注</blockquote>',
      '<th scope="col">渠道</th>',
      '<td>小王</td>',
      '<pre>SELECT 1 &lt; 2</pre>',
      '<hr>',
      'href="/statement/detail?id=1"',
      'href="https://example.com/a_b_c"',
    ])
      expect(html).toContain(part)
  })

  it('keeps HTML as text, and leads nowhere but to web pages and ours', () => {
    const html = htmlOf(
      '<img src=x onerror=alert(1)> <script>1</script>\n[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](/\\evil.example)',
    )
    expect(html).not.toMatch(/<img|<script|href=/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('leaves names with underscores, lone marks and escaped marks alone', () => {
    expect(readInline('login_day 的 a*b 与 \\*不斜\\*')).toEqual([
      { kind: 'text', text: 'login_day 的 a*b 与 *不斜*' },
    ])
  })

  it('reads every text to its end, broken ones too', () => {
    expect(readMarkdown('```\n没有结束').at(-1)).toEqual({ kind: 'code', text: '没有结束' })
    expect(readMarkdown('')).toEqual([])
    expect(readMarkdown('#不是标题')[0]?.kind).toBe('paragraph')
  })

  it.each(['[', '*', '_', '`', '**a', '[a](', '|', '> ', '- ', '\\', '~~', '| '])(
    'is not slowed by ten thousand of «%s»',
    (piece) => {
      const text = piece.repeat(Math.floor(10_000 / piece.length))
      const began = performance.now()
      readMarkdown(text)
      expect(performance.now() - began).toBeLessThan(1_000)
    },
  )
})
