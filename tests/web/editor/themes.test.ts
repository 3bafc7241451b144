// Text stays readable on the editor's backgrounds, in the light and the dark theme.
import type { editor } from 'monaco-editor'
import { expect, it } from 'vitest'
import { defineThemes, themeName } from '#web/editor/themes.ts'

const themes = new Map<string, editor.IStandaloneThemeData>()
defineThemes({ editor: { defineTheme: (name, data) => void themes.set(name, data) } })

type Colour = readonly [number, number, number, number]
const read = (hex: string): Colour => {
  const at = (place: number) =>
    Number.parseInt(
      hex
        .replace('#', '')
        .padEnd(8, 'F')
        .slice(place, place + 2),
      16,
    )
  return [at(0), at(2), at(4), at(6) / 255]
}
const over = (top: Colour, below: Colour): Colour => {
  const mix = (at: 0 | 1 | 2) => top[at] * top[3] + below[at] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}
function light([red, green, blue]: Colour): number {
  const linear = (part: number) =>
    part / 255 <= 0.04045 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

it.each([false, true])('words that are marked, dark: %s', (dark) => {
  const { colors = {}, rules = [] } = themes.get(themeName(dark)) ?? {}
  const colour = (name: string) => read(colors[name] ?? expect.fail(`${name} is Monaco's own`))
  const line = over(colour('editor.lineHighlightBackground'), colour('editor.background'))
  const marks = ['wordHighlight', 'wordHighlightStrong', 'wordHighlightText', 'selectionHighlight']
  // Marks are of names: a comment holds none.
  const named = rules.filter(({ token }) => !token.startsWith('comment'))
  const texts = named.map(({ foreground = '' }) => read(foreground))
  for (const mark of marks)
    for (const text of texts)
      expect(contrast(text, over(colour(`editor.${mark}Background`), line))).toBeGreaterThanOrEqual(4.5)
})

it.each([false, true])('a list of mends and the links of a hint, dark: %s', (dark) => {
  const { colors = {} } = themes.get(themeName(dark)) ?? {}
  const colour = (name: string) => read(colors[name] ?? expect.fail(`${name} is Monaco's own`))
  const list = colour('menu.background')
  const chosen = over(colour('list.hoverBackground'), list)
  expect(contrast(colour('menu.foreground'), list)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(colour('list.hoverForeground'), chosen)).toBeGreaterThanOrEqual(4.5)
  for (const below of ['background', 'statusBarBackground'])
    expect(
      contrast(colour('textLink.foreground'), colour(`editorHoverWidget.${below}`)),
    ).toBeGreaterThanOrEqual(4.5)
})
