// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { linesOf, pictureOf, removeWatermark, showWatermark, traceCode } from '#web/shell/watermark.ts'

const look = { text: '陈思远', trace: '1121-abcdefg', dark: false }
const mark = () => document.body.querySelector<HTMLElement>(':scope > [aria-hidden="true"]')
const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => showWatermark(look))
afterEach(() => {
  removeWatermark()
  vi.useRealTimers()
})

function expectWhole(): void {
  const element = mark() as HTMLElement
  expect(element.isConnected).toBe(true)
  expect(element.style.zIndex).toBe('90000')
  expect(element.style.pointerEvents).toBe('none')
  expect(element.style.position).toBe('fixed')
  expect(getComputedStyle(element).display).toBe('block')
  expect(element.style.backgroundImage).toContain(encodeURIComponent('陈思远'))
  expect(document.querySelectorAll('body > [aria-hidden="true"]')).toHaveLength(1)
}

describe('the watermark', () => {
  it('lies over everything and takes no clicks', expectWhole)

  it.each<[string, (element: HTMLElement) => void]>([
    ['removed', (element) => element.remove()],
    ['moved elsewhere', (element) => document.head.append(element)],
    ['hidden by its style', (element) => element.style.setProperty('display', 'none', 'important')],
    ['made transparent', (element) => element.style.setProperty('opacity', '0', 'important')],
    ['put under the page', (element) => element.style.setProperty('z-index', '-1', 'important')],
    ['stripped of its style', (element) => element.removeAttribute('style')],
    ['emptied of its picture', (element) => element.style.removeProperty('background-image')],
    ['hidden by an attribute', (element) => element.setAttribute('hidden', '')],
    ['given a class', (element) => element.setAttribute('class', 'gone')],
    ['filled with something else', (element) => element.append('x')],
  ])('comes back when it is %s', async (_, damage) => {
    damage(mark() as HTMLElement)
    await settle()
    expectWhole()
  })

  it('comes back after a style rule hides it', async () => {
    const rule = document.createElement('style')
    rule.textContent = 'body > div[aria-hidden] { visibility: hidden !important }'
    document.head.append(rule)
    await settle()
    expectWhole()
    rule.remove()
  })

  it('changes its text with the user', () => {
    showWatermark({ ...look, text: 'viewer' })
    expect(mark()?.style.backgroundImage).toContain('viewer')
    expect(document.querySelectorAll('body > [aria-hidden="true"]')).toHaveLength(1)
  })
})

describe('its picture', () => {
  const svg = (text: string) =>
    decodeURIComponent(pictureOf({ ...look, text }).slice('data:image/svg+xml,'.length))

  it('turns two staggered marks by -25 degrees on a tile of 320 × 220', () => {
    expect(svg('a').match(/rotate\(-25\)/g)).toHaveLength(2)
    expect(svg('a')).toContain('width="320" height="220"')
  })

  it('is well-formed XML for any name', () => {
    for (const name of ['<script>&"\'', '😀'.repeat(40), '\ud800', 'a\u0000b', 'x'.repeat(300)]) {
      const parsed = new DOMParser().parseFromString(svg(name), 'image/svg+xml')
      expect(parsed.querySelector('parsererror')).toBeNull()
      expect(parsed.querySelectorAll('script')).toHaveLength(0)
    }
  })

  it('has a trace that tells users and days apart', () => {
    const codes = [
      traceCode('a@example.com', '2026-11-21'),
      traceCode('b@example.com', '2026-11-21'),
      traceCode('a@example.com', '2026-11-22'),
    ]
    expect(new Set(codes).size).toBe(3)
    expect(codes[0]).toMatch(/^1121-[0-9a-z]{7}$/)
  })
})

describe('a long name', () => {
  it.each([
    ['陈思远', ['陈思远']],
    [
      'maximiliane.oberhuber-schoenfeld@analytics.example.com',
      ['maximiliane.oberhube', 'r-schoenfeld@analyti', 'cs.example.com'],
    ],
    ['西双版纳傣族自治州数据平台运营分析组', ['西双版纳傣族自治州数', '据平台运营分析组']],
  ])('%s stands there whole, in lines', (name, lines) => {
    expect(linesOf(name)).toEqual(lines)
    const picture = decodeURIComponent(pictureOf({ ...look, text: name }))
    for (const line of lines) expect(picture).toContain(`>${line}</tspan>`)
    expect(picture).toContain(look.trace)
  })
})
