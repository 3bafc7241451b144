// What the platforms (WeCom, DingTalk, Feishu) have in common: JSON answers with a code of their own, and a member of the
// company with departments, who is asked for by the app's own token.

import { grantedTo } from '#server/signIn/grants.ts'
import type { ProviderSettings } from '#server/signIn/providerSettings.ts'
import { AppError } from '#shared/errors.ts'
import type { Proven } from '../proven.ts'
import { askProvider, unproven } from './asking.ts'

export type Told = Readonly<Record<string, unknown>>

interface Sent {
  query?: Readonly<Record<string, string>>
  headers?: Record<string, string>
  body?: object
}

/** The JSON object of an answer. Throws where there is none. */
export async function askPlatform(
  settings: ProviderSettings,
  origin: string,
  path: string,
  { query = {}, headers = {}, body }: Sent = {},
): Promise<Told> {
  const url = new URL(path, settings.gateway ?? origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const { text } = await askProvider(settings, url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...(body !== undefined && json), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) throw unproven(settings.title, new Error('no JSON object'))
  return value as Told
}

const json = { 'content-type': 'application/json' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const recordOf = (value: unknown): Told =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Told) : {}

/** The value of this name; a code that the platform gives in its place is told to the log, without the answer. */
export function needed(settings: ProviderSettings, told: Told, name: string): string {
  const value = textOf(told[name])
  if (value !== '') return value
  throw unproven(settings.title, new Error(`no ${name}: code ${textOf(told.errcode ?? told.code)}`))
}

/** Throws where the platform answers by another code than 0. */
export function assertDone(settings: ProviderSettings, told: Told, code: unknown): void {
  if (code !== 0 && code !== '0')
    throw unproven(settings.title, new Error(`code ${textOf(code)}: ${textOf(told.errmsg ?? told.msg)}`))
}

export const notMember = ({ title }: ProviderSettings): AppError =>
  new AppError('sign_in_refused', `你不是这家公司在${title}里的成员，不能登录`)

interface Member {
  id: string
  account?: string
  email: string
  name: string
  departments: unknown
  isDisabled: boolean
}

export function memberProven(settings: ProviderSettings, member: Member): Proven {
  const { id, account = id, email, name, departments, isDisabled } = member
  const groups = (Array.isArray(departments) ? departments : []).map(textOf).filter((one) => one !== '')
  return {
    method: settings.key,
    title: settings.title,
    subject: id,
    account,
    email,
    name: name === '' ? account : name,
    groups,
    granted: grantedTo(groups, settings.groups),
    isDisabled,
  }
}

/** The platforms tell a refusal by the missing code alone. */
export function codeIn(settings: ProviderSettings, query: URLSearchParams, name = 'code'): string {
  const code = query.get(name) ?? ''
  if (code === '') throw new AppError('sign_in_refused', `你在${settings.title}取消了登录，或那里没有允许`)
  return code
}
