// OPERATING.md names each setting once, and none that the code does not read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installationFile } from '#server/installation.ts'
import { readSettings } from '#server/settings.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, '.github/OPERATING.md'), 'utf8')

/** Names in the first cells of a marked table. */
const namedIn = (table: string): string[] => {
  const [, marked = ''] = text.split(`<!-- ${table} -->`)
  const rows = marked.split(`<!-- /${table} -->`, 1)[0]?.split('\n') ?? []
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string),
  )
}

interface Schema {
  properties?: Record<string, object>
  patternProperties?: Record<string, object>
  items?: object
  anyOf?: object[]
}

/** Paths of a schema's leaves: `*` for a free name, `[]` for an entry of a list. */
function keysOf(schema: object, at = ''): string[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema as Schema
  const inner = [
    ...Object.entries(properties).flatMap(([name, own]) => keysOf(own, at ? `${at}.${name}` : name)),
    ...Object.values(patternProperties).flatMap((own) => keysOf(own, `${at}.*`)),
    ...(items ? keysOf(items, `${at}[]`) : []),
    ...anyOf.flatMap((own) => keysOf(own, at)),
  ]
  return inner.length > 0 ? [...new Set(inner)] : [at.replace(/(\[\]|\.\*)$/, '')]
}

/** Names of the environment variables that `readSettings` reads. */
function readBySettings(): string[] {
  const asked = new Set<string>()
  const environment = new Proxy(
    { DATA_DIR: join(root, 'no-such-folder') } as Record<string, string | undefined>,
    {
      get: (target, name: string) => {
        asked.add(name)
        return target[name]
      },
    },
  )
  readSettings(environment)
  return [...asked]
}

/** Set by the system, Node and npm, not by the operator. */
const notSettings = ['PATH', 'NODE_OPTIONS', 'npm_execpath', 'npm_lifecycle_event']

/** The scripts of `src/setup` that start the product; the others build and test it. */
function startScripts(): string[] {
  const found = new Set(['start.mjs', 'command.mjs'])
  for (const file of found) {
    const script = readFileSync(join(root, 'src/setup', file), 'utf8')
    for (const [, imported] of script.matchAll(/from '\.\/([\w-]+\.mjs)'/g)) found.add(imported as string)
  }
  return [...found].map((file) => join('setup', file))
}

function readDirectly(): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('setup'),
  )
  const named = [...files, ...startScripts()].flatMap((file) =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/process\.env\??\.(\w+)/g)].map(
      ([, name]) => name as string,
    ),
  )
  return named.filter((name) => !notSettings.includes(name))
}

const sorted = (names: Iterable<string>): string[] => [...names].sort()

describe('OPERATING.md', () => {
  it('names each variable of the environment once', () => {
    const read = sorted(new Set([...readBySettings(), ...readDirectly()]))
    expect(read).toContain('DATA_DIR')
    expect(
      sorted(namedIn('environment')),
      'give each variable that the code reads one row in the table “Settings of the environment”',
    ).toEqual(read)
  })

  it('names each key of settings.json once', () => {
    const read = sorted(keysOf(installationFile))
    expect(read).toContain('hosts.*.title')
    expect(
      sorted(namedIn('settings.json')),
      'give each key of installationFile one row in the table “Settings of the installation”',
    ).toEqual(read)
  })
})
