// Whether calls and pages ask for what the specification says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../../../src/shared/call.ts'
import { type PermissionKey, permissionKeys, permissions } from '../../../src/shared/permissions.ts'
import type { Page } from '../../../src/web/shell/pages.ts'
import { plainPath } from '../../../src/web/shell/routeRules.ts'
import { sectionAccess } from '../../../src/web/shell/sections.ts'

/** Access and kind of each listed call, by path and method. */
export type CallList = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The specification's calls: method, path, access and kind, a line each. */
export function readCallList(): CallList {
  const list = new Map<string, Map<string, string>>()
  for (const line of readFileSync(join(import.meta.dirname, '../calls.tsv'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [method = '', path = '', access, kind] = line.split('\t')
    list.set(path, (list.get(path) ?? new Map()).set(method, `${access} ${kind}`))
  }
  return list
}

/** `ownPaths` is where a slice's calls stand that are not on the list. */
export function callFaults(
  calls: readonly Call[],
  ownPaths: string | readonly string[],
  list: CallList,
): string[] {
  const own = [ownPaths].flat()
  return calls.flatMap((call) => {
    const { name, method, path } = call
    const listed = list.get(path)
    if (!listed)
      return own.some((prefix) => path.startsWith(prefix))
        ? []
        : [`${name} stands neither on the list nor under ${own.join(' or ')}`]
    const wanted = listed.get(method)
    if (wanted === undefined) return [`${name} is listed as ${[...listed.keys()].join()}`]
    const given = `${accessText(call)} ${name === 'graphql' ? 'graphql' : call.kind}`
    return given === wanted ? [] : [`${name} is ${given} instead of ${wanted}`]
  })
}

function accessText({ access }: Call): string {
  const named = (key: PermissionKey) => `${permissions[key].rule}:${key}`
  if (typeof access === 'string') return access
  if ('keys' in access) return access.keys.map(named).join(',')
  if ('shared' in access) return named(access.shared)
  return `own[${access.own === null ? '' : named(access.own)}]`
}

type GuardedPage = Pick<Page, 'path' | 'permission' | 'from'>

export function pageFaults(pages: readonly GuardedPage[]): string[] {
  const addresses = pages.flatMap(({ path, from = [] }) => [path, ...from].map(plainPath))
  const twice = addresses.filter((address, at) => addresses.indexOf(address) !== at)
  return [...pages.flatMap(pageFault), ...twice.map((address) => `${address} is taken twice`)]
}

function pageFault({ path, permission, from = [] }: GuardedPage): string[] {
  if (permission === undefined) return [`${path} names neither a permission nor that it is open`]
  const known: readonly string[] = ['session', 'open', ...permissionKeys]
  if (!known.includes(permission)) return [`${path} asks for ${permission}, which is none`]
  return [path, ...from].flatMap((address) => {
    const section = sectionAccess(plainPath(address))
    // What a section leaves to a session its pages may keep to a key.
    const agrees = section === permission || (section === 'session' && permission !== 'open')
    return agrees ? [] : [`${address} is ${permission}, its section ${section}`]
  })
}
