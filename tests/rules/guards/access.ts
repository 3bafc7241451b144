// Compares calls and pages with the permissions in calls.tsv and pages.tsv, which list all of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '#shared/call.ts'
import { type PermissionKey, permissionKeys, permissions } from '#shared/permissions.ts'
import type { Page } from '#web/shell/pages.ts'
import { plainPath } from '#web/shell/routeRules.ts'
import { sectionAccess } from '#web/shell/sections.ts'
import { inFile } from './where.ts'

interface Listed {
  /** Access and kind, as in the table. */
  asks: string
  /** Whether the call is ours rather than given. */
  ours: boolean
}

/** Listed calls by path, then by method. */
export type CallList = ReadonlyMap<string, ReadonlyMap<string, Listed>>

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** Reads calls.tsv: method, path, access and kind per line; calls below `# ours` are not given. */
export function readCallList(): CallList {
  const list = new Map<string, Map<string, Listed>>()
  let ours = false
  for (const line of linesOf('calls.tsv')) {
    ours ||= line === '# ours'
    if (line.startsWith('#')) continue
    const [method = '', path = '', access, kind] = line.split('\t')
    list.set(path, (list.get(path) ?? new Map()).set(method, { asks: `${access} ${kind}`, ours }))
  }
  return list
}

const table = 'tests/rules/calls.tsv'

/** `ownPaths`: required start of the paths of a slice's own calls. */
export function callFaults(
  calls: readonly Call[],
  ownPaths: string | readonly string[],
  list: CallList,
): string[] {
  const own = [ownPaths].flat()
  return calls.flatMap((call) => {
    const { name, method, path } = call
    const given = `${accessText(call)} ${name === 'graphql' ? 'graphql' : call.kind}`
    const listed = list.get(path)
    if (!listed)
      return [
        `${name} (${method} ${path})${inFile('call', name)} is not in ${table}: judge who may call it, then add a line for ${given}`,
      ]
    const wanted = listed.get(method)
    if (wanted === undefined)
      return [
        `${name}${inFile('call', name)} is listed as ${[...listed.keys()].join()}: mend its method, or ${table}`,
      ]
    if (wanted.ours && !own.some((prefix) => path.startsWith(prefix)))
      return [
        `${name}${inFile('call', name)} is no given call and stands elsewhere than under ${own.join(' or ')}: mend its path`,
      ]
    if (given === wanted.asks) return []
    return [
      `${name}${inFile('call', name)} is ${given} instead of ${wanted.asks}: mend its contract, or, where who may call it is to change, ${table}`,
    ]
  })
}

/** Lines of the table without a declared call. */
export function staleCalls(calls: readonly Call[], list: CallList): string[] {
  const declared = new Set(calls.map(({ method, path }) => `${method} ${path}`))
  return [...list].flatMap(([path, methods]) =>
    [...methods.keys()].map((method) => `${method} ${path}`).filter((line) => !declared.has(line)),
  )
}

function accessText({ access }: Call): string {
  const named = (key: PermissionKey) => `${permissions[key].rule}:${key}`
  if (typeof access === 'string') return access
  if ('keys' in access) return access.keys.map(named).join(',')
  if ('shared' in access) return `shared[${named(access.shared)}]`
  return `own[${access.own === null ? '' : named(access.own)}]`
}

type GuardedPage = Pick<Page, 'path' | 'permission' | 'from'>

/** Permission by address, including former addresses that redirect to a page. */
export type PageList = ReadonlyMap<string, string>

/** Reads pages.tsv: address and permission per line. */
export const readPageList = (): PageList =>
  new Map(
    linesOf('pages.tsv').flatMap((line) => {
      const [address = '', permission = ''] = line.split('\t')
      return line.startsWith('#') ? [] : [[address, permission] as const]
    }),
  )

const pageTable = 'tests/rules/pages.tsv'

export function pageFaults(pages: readonly GuardedPage[], list: PageList): string[] {
  const addresses = pages.flatMap(({ path, from = [] }) => [path, ...from].map(plainPath))
  const twice = addresses.filter((address, at) => addresses.indexOf(address) !== at)
  return [
    ...pages.flatMap((page) => pageFault(page, list)),
    ...twice.map(
      (address) => `${address}${inFile('page', address)} is taken twice: give one of them another path`,
    ),
  ]
}

/** Lines of the table without a declared page. */
export function stalePages(pages: readonly GuardedPage[], list: PageList): string[] {
  const declared = new Set(pages.flatMap(({ path, from = [] }) => [path, ...from]))
  return [...list.keys()].filter((address) => !declared.has(address))
}

function pageFault({ path, permission, from = [] }: GuardedPage, list: PageList): string[] {
  if (permission === undefined)
    return [
      `${path}${inFile('page', path)} names neither a permission nor that it is open: declare its permission`,
    ]
  const known: readonly string[] = ['session', 'open', ...permissionKeys]
  if (!known.includes(permission))
    return [
      `${path}${inFile('page', path)} asks for ${permission}, which is no permission: see src/shared/permissions.ts`,
    ]
  return [path, ...from].flatMap((address) => {
    const section = sectionAccess(plainPath(address))
    // A page in a section that needs only a session may require a key.
    const agrees = section === permission || (section === 'session' && permission !== 'open')
    return [
      ...(agrees
        ? []
        : [
            `${address}${inFile('page', path)} is ${permission}, its section ${section}: mend its permission`,
          ]),
      ...listFault(`${address}${inFile('page', path)}`, permission, list.get(address)),
    ]
  })
}

function listFault(page: string, permission: string, wanted: string | undefined): string[] {
  if (wanted === permission) return []
  return wanted === undefined
    ? [`${page} is not in ${pageTable}: judge who may open it, then add a line for ${permission}`]
    : [
        `${page} is ${permission} instead of ${wanted}: mend its declaration, or, where who may open it is to change, ${pageTable}`,
      ]
}
