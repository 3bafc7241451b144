// Names of some codes, without reading a whole dictionary.
import { slices } from '../../../server/objects/reading.ts'
import type { Db } from '../../../server/objects/types.ts'
import { codeKey } from './tables.ts'

/** By the dictionary's form name and code; what nothing names is not in it. */
export async function labelsOfCodes(
  db: Db,
  wanted: readonly { formName: string; code: string }[],
): Promise<(formName: string, code: string) => string | undefined> {
  if (wanted.length === 0) return () => undefined
  const rows = await db
    .selectFrom('dictionary_data as row')
    .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
    .select(['dictionary.form_name', 'row.data'])
    .where('dictionary.deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or(
        wanted.map(({ formName, code }) =>
          and([eb('dictionary.form_name', '=', formName), eb('row.code', '=', codeKey(code))]),
        ),
      ),
    )
    .execute()
  const labels = new Map(
    rows.map(({ form_name, data }) => {
      const [code = '', label = ''] = JSON.parse(data) as string[]
      return [`${form_name}\n${code}`, label]
    }),
  )
  return (formName, code) => labels.get(`${formName}\n${code}`) || undefined
}

const codesAtOnce = 500

/** By code, of those that the dictionary names otherwise than by themselves. */
export async function labelsIn(
  db: Db,
  dictId: number,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  for (const part of slices(codes, codesAtOnce)) {
    const rows = await db
      .selectFrom('dictionary_data as row')
      .innerJoin('dictionary', 'dictionary.id', 'row.dict_id')
      .select('row.data')
      .where('dictionary.deleted_at', 'is', null)
      .where('row.dict_id', '=', dictId)
      .where('row.code', 'in', part.map(codeKey))
      .execute()
    for (const { data } of rows) {
      const [code = '', label = ''] = JSON.parse(data) as string[]
      if (label !== '' && label !== code) labels.set(code, label)
    }
  }
  return labels
}
