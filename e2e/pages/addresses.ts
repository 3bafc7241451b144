// Addresses of the declared pages with the parameters that they need to show something.
import type { Page } from 'playwright'
import { pages } from '#commands/pages.ts'
import { ask } from './session.ts'

const folderName = '随处可达'
const folders = '/api/s1/redirect/aliyun/data/sqlQuery/folders'

interface Rows {
  rows: { id: number | string }[]
}

const needs: Record<string, (page: Page) => Promise<string>> = {
  '/statement/board': async () => '?id=1',
  '/statement/detail': async () => '?id=1',
  '/statement/detail2': async () => '?id=1',
  '/dictionary/detail': async () => '?id=3',
  '/alarm/edit': async (page) =>
    `?id=${(await ask<Rows>(page, '/api/s1/data/alarm/getAlarmByFilter', {})).rows[0]?.id}`,
  '/alarm/fire': async (page) => `?id=${(await ask<Rows>(page, '/api/s1/alarm/fires')).rows[0]?.id}`,
  '/custom/detail': async (page) =>
    `?id=${(await ask<{ id: string }[]>(page, '/api/s1/custom/list'))[0]?.id}`,
  // With a team folder, which has a menu of its own.
  '/code/queryList': async (page) => {
    const known = await ask<{ id: number; name: string }[]>(page, folders)
    const folder =
      known.find(({ name }) => name === folderName) ??
      (await ask<{ id: number }>(page, `${folders}/save`, { id: -1, name: folderName, note: '', grants: [] }))
    return `?folder=/${folder.id}`
  },
}

export const paths: readonly string[] = pages.map(({ path }) => path)

/** Uses the session of `page`. */
export const addressOf = async (page: Page, path: string): Promise<string> =>
  path.replace(/:\w+/g, '1') + ((await needs[path]?.(page)) ?? '')
