// Users and roles as entries of the palette, for their managers.
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import { listRoles, listUsers } from '../contract.ts'

const options = (signal: AbortSignal) => ({ signal, quiet: true, loading: null }) as const

export async function readUsers(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { rows } = await call(listUsers, {}, options(signal))
  return rows.map(({ id, email, username, pinyin, role, disabled }) => ({
    id: `user:${id}`,
    title: username,
    en: email,
    pinyin,
    icon: 'people',
    detail: [email, role, disabled && '停用'].filter(Boolean).join(' '),
    go: pages.managementUserManage({ text: email }),
  }))
}

export async function readRoles(signal: AbortSignal): Promise<PaletteEntry[]> {
  return (await call(listRoles, {}, options(signal))).map(({ id, name, pinyin, users }) => ({
    id: `role:${id}`,
    title: name,
    pinyin,
    icon: 'key',
    detail: `${users.length} 人`,
    go: pages.managementAuthority({ text: name }),
  }))
}
