// The shades of heat maps: figures can be read on each, in both themes.
import { Colors } from '@blueprintjs/core'
import { describe, expect, it } from 'vitest'
import { heatShade } from '#shared/plot/heatShade.ts'

const themes = {
  light: { page: Colors.WHITE, accent: Colors.BLUE3, text: Colors.DARK_GRAY1 },
  dark: { page: Colors.DARK_GRAY1, accent: Colors.BLUE4, text: Colors.LIGHT_GRAY3 },
} as const

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)

const luminance = (rgb: readonly number[]): number =>
  rgb
    .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, at) => sum + one * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)

/** By WCAG, of the text on the shade over the page. */
function contrast({ page, accent, text }: (typeof themes)['light' | 'dark'], shade: number): number {
  const under = channels(page)
  const ground = channels(accent).map((one, at) => one * shade + (under[at] ?? 0) * (1 - shade))
  const [dark = 0, light = 0] = [luminance(channels(text)), luminance(ground)].toSorted(
    (one, other) => one - other,
  )
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([0, 0.25, 0.5, 0.62, 0.8, 1, 1.5])('a figure of %f of the largest reads at 4.5:1', (part) => {
    expect(contrast(themes[theme], heatShade(part))).toBeGreaterThanOrEqual(4.5)
  })
})

it('shades a greater figure more', () => {
  expect(heatShade(1)).toBeGreaterThan(heatShade(0.5))
  expect(heatShade(0.5)).toBeGreaterThan(heatShade(0))
})
