// What menus, palette and permission checks derive from the registry.
import { describe, expect, it } from 'vitest'
import { canMeet } from '#commands/contexts.ts'
import { type CommandSession, menuCommands, visibleCommands } from '#commands/index.ts'
import { pages } from '#commands/pages.ts'

const viewer: CommandSession = { role: {} }
const reader: CommandSession = { role: { documentRule: ['search_document'] } }
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('visibleCommands', () => {
  it('shows nobody anything', () => {
    expect(visibleCommands(null, ['global', 'report'])).toEqual([])
  })

  it('keeps what needs a key from those who lack it', () => {
    expect(ids(visibleCommands(viewer))).not.toContain('document.open')
    expect(ids(visibleCommands(reader))).toContain('document.open')
  })

  it('does not count a key in a foreign rule list', () => {
    expect(ids(visibleCommands({ role: { configRule: ['search_document'] } }))).not.toContain('document.open')
  })

  it('survives a role that storage has damaged', () => {
    const damaged = { role: { documentRule: 'search_document' } } as unknown as CommandSession
    expect(ids(visibleCommands(damaged))).not.toContain('document.open')
  })

  it('opens by any one of several keys', () => {
    for (const role of [{ configRule: ['search_config'] }, { sqlQueryRule: ['search_sqlQuery'] }]) {
      expect(ids(visibleCommands({ role }, ['report']))).toContain('report.showSql')
    }
    expect(ids(visibleCommands(viewer, ['report']))).not.toContain('report.showSql')
  })

  it('offers what the place takes, and what works everywhere only where that is asked for', () => {
    const onStatement = ids(visibleCommands(viewer, ['statement', 'global']))
    expect(onStatement).toContain('view.create')
    expect(onStatement).toContain('statement.open')
    expect(onStatement).not.toContain('report.export')
    expect(ids(visibleCommands(viewer, ['table']))).not.toContain('statement.open')
  })
})

describe('menus', () => {
  it('stand in their order', () => {
    expect(ids(menuCommands('top', reader))).toEqual(['statement.open', 'document.open'])
    expect(ids(menuCommands('user', viewer))).toEqual([
      'inbox.open',
      'settings.open',
      'tokens.open',
      'programs.openApi',
      'session.changePassword',
      'session.secondStep',
      'session.logout',
    ])
    expect(menuCommands('user', null)).toEqual([])
  })
})

describe('canMeet', () => {
  const at = (...context: ('global' | 'statement' | 'report' | 'table' | 'palette')[]) => ({ context })
  it('knows which places are never open at once', () => {
    expect(canMeet(at('global'), at('table'))).toBe(true)
    expect(canMeet(at('report'), at('table'))).toBe(true)
    expect(canMeet(at('statement'), at('report'))).toBe(false)
    expect(canMeet(at('palette'), at('table'))).toBe(false)
    expect(canMeet(at('palette', 'global'), at('table'))).toBe(true)
  })
})

describe('pages right under /others and /push', () => {
  const shown = pages.filter(({ path }) => /^\/(others|push)\/[^/:]+$/.test(path))

  it('have a card on /others that says what they are for', () => {
    expect(shown.filter(({ card }) => !card).map(({ path }) => path)).toEqual([])
    for (const { card } of shown) expect(card?.text.length).toBeLessThan(40)
  })
})
