// What managers keep of the installation's settings, for all servers.
import { defineTable, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { everybody } from '#server/scopes/seen.ts'

const installationSetting = defineTable({
  name: 'installation_setting',
  made: '0117-installation-settings',
  key: 'name',
  columns: {
    /** A group of settings. */
    name: text(),
    /** JSON of values by key. */
    kept: text(),
    revision: whole(),
    modified_at: text(),
    modified_by: whole(),
  },
  seen: everybody,
  backup: 'rows',
})

export const installationTables = [installationSetting]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof installationTables> {}
}
