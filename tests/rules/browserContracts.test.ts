// Without its schemas, as in the browser's build, each contract must declare the same calls as on the server.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractFaults, serverCalls } from './guards/browserContracts.ts'

const files = globSync('src/features/*/contract.ts', { cwd: join(import.meta.dirname, '../..') })

describe('the contracts', () => {
  it('exist', () => {
    expect(files.length).toBeGreaterThan(8)
  })

  it.each(files)('%s declares the same calls in the browser', async (file) => {
    expect(
      await contractFaults(file, await serverCalls(file)),
      'read no schema while the contract loads: the browser has none',
    ).toEqual([])
  })
})

describe('the guard', () => {
  const file = 'src/features/trace/contract.ts'
  const contract = (given: { head?: string; path?: string; access?: string }) => `
    import { Type } from 'typebox'
    import { defineCall } from '../../shared/call.ts'
    const body = Type.Object({ code: Type.String() })
    ${given.head ?? ''}
    export const lookUpTrace = defineCall({
      name: 'lookUpTrace',
      method: 'GET',
      path: ${given.path ?? "'/api/s1/trace/lookUp/{code}'"},
      access: ${given.access ?? "{ keys: ['manage_authority'] }"},
      params: body,
      example: {},
    })`
  const faults = async (given: Parameters<typeof contract>[0]) =>
    contractFaults(file, await serverCalls(file), contract(given))

  it('accepts a correct contract', async () => {
    expect(await faults({})).toEqual([])
  })

  it('reports a contract that reads a schema while it loads', async () => {
    const [fault] = await faults({ head: 'export const names = Object.keys(body.properties)' })
    expect(fault).toMatch(/^src\/features\/trace\/contract\.ts can't be loaded in the browser.*properties/)
  })

  it('reports a contract whose path or access depends on a schema', async () => {
    expect(await faults({ path: "body ? '/api/s1/trace/lookUp/{code}' : ''" })).toEqual([
      expect.stringMatching(/^lookUpTrace in src.*contract\.ts says something else in the browser: /),
    ])
    expect(await faults({ access: "body ? { keys: ['manage_authority'] } : 'public'" })).toEqual([
      expect.stringMatching(/^lookUpTrace in src.*contract\.ts says something else in the browser: /),
    ])
  })

  it('reports a contract that imports a module without a stub', async () => {
    expect(await faults({ head: "import 'typebox/value'" })).toContainEqual(
      expect.stringMatching(/contract\.ts brings .*node_modules\/typebox\//),
    )
    const [fault] = await faults({ head: "import 'node:fs'" })
    expect(fault).toMatch(/can't be loaded in the browser.*node:fs/s)
  })
})
