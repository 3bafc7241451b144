import { describe, expect, it } from 'vitest'
import { asPlain, escapeHtml, escapeMarkdown, plainText, readMessageText } from '#shared/message.ts'
import {
  parseTemplate,
  renderMessageText,
  renderTitle,
  sampleValues,
  templateLimits,
} from '#shared/template.ts'

const variables = {
  point: { title: '指标', sample: '流水' },
  value: { title: '值', sample: '1,234' },
}
const parsed = (text: string) => parseTemplate(text, variables)

describe('templates', () => {
  it('names variables by their title or their name', () => {
    const template = parsed('昨日{{ 指标 }}为{{value}}')
    expect(template.problems).toEqual([])
    expect(renderMessageText(template, sampleValues(variables))).toBe('昨日流水为1,234')
  })

  it('says what is wrong at its place', () => {
    const { problems } = parsed('一{{指标}}\n{{谁}} }} {{ 没有完\n{{}}')
    expect(
      problems.map(({ message, line, column, start, end }) => [message, line, column, end - start]),
    ).toEqual([
      ['没有变量「谁」，可用的有：指标、值', 2, 1, 5],
      ['「}}」前面没有「{{」', 2, 7, 2],
      ['「{{」没有用「}}」结束', 2, 10, 2],
      ['「{{}}」里要写变量名', 3, 1, 4],
    ])
  })

  it('leaves single braces and what looks like code alone', () => {
    const text = '{a} $(1+1) <%= x %> #{x} {{指标}}'
    expect(renderMessageText(parsed(text), { point: '{{值}}', value: '!' })).toBe(
      '{a} $(1+1) <%= x %> #{x} {{值}}',
    )
    for (const name of ['constructor', '__proto__', 'toString', '1+1', 'point.constructor', "''"])
      expect(parsed(`{{${name}}}`).problems).toHaveLength(1)
  })

  it('reads a value as text: it makes no link, no line, no variable', () => {
    const template = parsed('[看{{指标}}](/alarm/list?p={{值}})')
    const rendered = renderMessageText(template, {
      point: 'a](http://evil.example) [b](http://evil.example)\n# c',
      value: '1)2',
    })
    expect(readMessageText(rendered)).toEqual([
      [{ text: '看a](http://evil.example) [b](http://evil.example) # c', url: '/alarm/list?p=1)2' }],
    ])
    expect(renderTitle(parsed('{{指标}}'), { point: 'a\r\nBcc: x@y', value: '' })).toBe('a Bcc: x@y')
  })

  it('takes links of http, https and paths of the product alone', () => {
    const links = (text: string) =>
      readMessageText(text)
        .flat()
        .filter(({ url }) => url !== undefined)
    expect(links('[a](https://a.example/x) [b](/alarm/list)')).toHaveLength(2)
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'http://a:b@c', ''])
      expect(links(`[a](${address})`)).toEqual([])
    expect(plainText('见[看板](/statement)\\[注\\]')).toBe('见看板[注]')
  })

  it('takes a value its effect in every format', () => {
    const value = '<at id=all></at> @所有人 [x](http://evil.example) `c` **b** | <script>"\' www.evil.example'
    expect(escapeMarkdown(value)).not.toMatch(/[<>[\]`*|@]|:\/\/|www\./)
    expect(escapeMarkdown('# 标题')).toBe('＃ 标题')
    expect(escapeMarkdown('-12.5%')).not.toMatch(/^-\s/)
    expect(escapeMarkdown('1. 一')).toBe('1． 一')
    expect(escapeHtml(value)).not.toMatch(/[<>"'`]/)
    expect(readMessageText(asPlain(value))).toEqual([[{ text: value }]])
  })

  it('reads hostile texts of a megabyte in a breath', () => {
    const megabyte = 1_000_000
    const limits = { ...templateLimits, length: 2 * megabyte }
    const hostile = ['{{', '{{a', '{{指标}}', '[', '[a](', '\\']
    for (const piece of hostile) {
      const text = piece.repeat(megabyte / piece.length)
      const started = performance.now()
      parseTemplate(text, variables, limits)
      readMessageText(text)
      escapeMarkdown(text)
      escapeHtml(text)
      // What takes the square of its length takes minutes.
      expect(performance.now() - started, piece).toBeLessThan(5_000)
    }
    expect(parsed('字'.repeat(megabyte)).problems[0]?.message).toBe('内容最多 10000 个字，现有 1000000 个')
    expect(parsed('{{指标}}'.repeat(600)).problems[0]?.message).toBe('变量最多 500 处')
  })
})
