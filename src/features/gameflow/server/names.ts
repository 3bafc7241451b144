// Labels of channel and server codes, from the dictionaries `channel` and `server`.

import type { GameScope } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { toldApart } from '#shared/labels.ts'
import { findDictionaries } from '#features/dictionary/server/index.ts'

export interface CodeNames {
  channels: ReadonlyMap<string, string>
  servers: ReadonlyMap<string, string>
  games: ReadonlyMap<string, string>
}

export async function readNames(db: Db, games: GameScope): Promise<CodeNames> {
  const heads = await db
    .selectFrom('dictionary')
    .select(['id', 'form_name'])
    .where(living('dictionary'))
    .where('form_name', 'in', ['channel', 'server'])
    .execute()
  const [found, known] = await Promise.all([
    findDictionaries(
      db,
      heads.map(({ id }) => id),
      games,
    ),
    db.selectFrom('game').select(['cgi', 'name']).execute(),
  ])
  const namesOf = (form: string): ReadonlyMap<string, string> => {
    const values = found.find(({ formName }) => formName === form)?.values ?? []
    return toldApart(
      new Map(values.flatMap(({ data: [code, name] }) => (code !== undefined && name ? [[code, name]] : []))),
    )
  }
  return {
    channels: namesOf('channel'),
    servers: namesOf('server'),
    games: toldApart(new Map(known.map(({ cgi, name }) => [cgi, name]))),
  }
}

export const namedCodes = (names: ReadonlyMap<string, string>, more: Iterable<string> = []) =>
  [...new Set([...names.keys(), ...more])]
    .filter((key) => key !== '')
    .map((key) => ({ key, name: names.get(key) ?? key }))
