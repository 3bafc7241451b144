// Each page leads to its part of the guide, and chapters name existing commands, scripts and places.
import { describe, expect, it } from 'vitest'
import { isCommandId } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'
import { pinyinOf } from '#server/pinyin.ts'
import type { Step } from '#features/guide/web/chapter.ts'
import { contents } from '#features/guide/web/contents.ts'
import { makeGuideIndex } from '#features/guide/web/guideIndex.ts'
import { piecesOf, plainText } from '#features/guide/web/notation.ts'
import { pageChapters } from '#features/guide/web/pageChapters.ts'
import { addressOf, helpAddress } from '#features/guide/web/places.ts'
import packageFile from '../../../package.json' with { type: 'json' }

const chapters = await Promise.all(contents.map(async ({ id, load }) => ({ id, ...(await load()).chapter })))
const places = new Set(chapters.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}#${part.id}`)]))
const steps: { id: string; step: Step }[] = chapters.flatMap(({ id, parts }) =>
  parts.flatMap((part) => part.steps.map((step) => ({ id, step }))),
)
const pieces = steps.flatMap(({ id, step }) =>
  typeof step === 'string' ? piecesOf(step).map((piece) => ({ id, piece })) : [],
)

describe('pages', () => {
  const behindLogin = pages.filter(({ permission }) => permission !== 'open').map(({ path }) => path)

  it('have each a part of the guide', () => {
    expect(behindLogin.filter((path) => !(path in pageChapters))).toEqual([])
  })

  it('that have one are declared', () => {
    expect(Object.keys(pageChapters).filter((path) => !behindLogin.includes(path))).toEqual([])
  })

  it('lead to parts that there are', () => {
    expect(Object.values(pageChapters).filter((place) => !places.has(place))).toEqual([])
  })

  it('lead there by any spelling of their address', () => {
    expect(helpAddress('/alarm/edit')).toBe('/guide?chapter=alarms&part=conditions')
    expect(helpAddress('/Alarm/Edit/')).toBe(helpAddress('/alarm/edit'))
    expect(helpAddress('/nowhere')).toBe(addressOf(contents[0]?.id ?? ''))
  })
})

describe('chapters', () => {
  it('have names of their own, and parts with theirs', () => {
    expect(new Set(contents.map(({ id }) => id)).size).toBe(contents.length)
    expect(new Set(contents.map(({ title }) => title)).size).toBe(contents.length)
    for (const { id, parts } of chapters)
      expect(new Set(parts.map((part) => part.id)).size, id).toBe(parts.length)
  })

  it('stand under their headings together', () => {
    const groups = contents.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
    expect(new Set(groups).size).toBe(groups.length)
  })

  it('name commands that there are', () => {
    const named = pieces.flatMap(({ id, piece }) =>
      piece.kind === 'command' ? [`${id} ${piece.command}`] : [],
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((one) => !isCommandId(one.split(' ')[1] ?? ''))).toEqual([])
  })

  it('lead to places that there are', () => {
    const linked = pieces.flatMap(({ id, piece }) => (piece.kind === 'place' ? [`${id} ${piece.place}`] : []))
    expect(linked.length).toBeGreaterThan(10)
    expect(linked.filter((one) => !places.has(one.split(' ')[1] ?? ''))).toEqual([])
  })

  it('leave no mark of the notation unread', () => {
    const left = steps.filter(
      ({ step }) =>
        typeof step === 'string' &&
        piecesOf(step).some(
          ({ kind, ...piece }) =>
            kind === 'text' && /[{}`*]|\[\[/.test('text' in piece ? (piece.text ?? '') : ''),
        ),
    )
    expect(left).toEqual([])
  })

  it('name scripts that there are', () => {
    const scripts = steps.flatMap(({ step }) =>
      [...plainText(step).matchAll(/npm run (\w+)/g)].map(([, name = '']) => name),
    )
    expect(scripts.length).toBeGreaterThan(5)
    expect(scripts.filter((name) => !(name in packageFile.scripts))).toEqual([])
  })
})

describe('what the palette finds', () => {
  it('are all chapters and parts, with their readings', async () => {
    const index = await makeGuideIndex(pinyinOf)
    expect(index.map(({ place }) => place).toSorted()).toEqual([...places].toSorted())
    expect(index.find(({ place }) => place === 'alarms')).toMatchObject({ title: '告警', pinyin: 'gao jing' })
    for (const { words, within, place } of index)
      if (within === undefined) expect(words?.text, place).toMatch(/帮助/)
  })
})
