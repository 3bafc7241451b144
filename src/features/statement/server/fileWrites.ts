// Writes the folders, views and reports of a definitions file like their editors do: with the caller's rights,
// revision, history and audit, but without checking revisions. The file's definitions were checked as a whole before.
import type { InfoNames } from '#semantic/model/infoWords.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { addObject } from '#server/objects/changing.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { assertPlaced } from './folders.ts'
import { placeIn } from './handing.ts'
import { foldersAs, reportsAs, viewsAs } from './objectKinds.ts'
import { lastPosition, readFolder } from './repo.ts'
import { changeReport } from './reportChanges.ts'
import { findView } from './views.ts'

interface FileReport {
  reportName: string
  remark: string
  info: ReportInfo
}

export class FileWrites {
  readonly #metadata: Pick<Metadata, 'dialect'>
  readonly #db: Db
  readonly #caller: Caller

  constructor(metadata: Pick<Metadata, 'dialect'>, db: Db, caller: Caller) {
    this.#metadata = metadata
    this.#db = db
    this.#caller = caller
  }

  async addFolder(name: string, parent_id: number | null): Promise<number> {
    const position = await lastPosition(this.#db, 'view_type', parent_id)
    const within = await this.#placeIn(parent_id)
    const values = { name, parent_id, position, shared: 1, grants: '[]', within }
    return (await addObject(this.#db, foldersAs(), this.#caller, values, { name })).id
  }

  /** Adds a shared view, visible to everyone who sees its folder. */
  async addView(name: string, type_id: number | null): Promise<number> {
    const position = await lastPosition(this.#db, 'view_meta', type_id)
    const within = await this.#placeIn(type_id)
    const values = { name, type_id, position, shared: 1, grants: '[]', within, standing: '{}', board: '' }
    return (await addObject(this.#db, viewsAs(), this.#caller, values, { name })).id
  }

  async #placeIn(folderId: number | null): Promise<string> {
    if (folderId !== null) assertPlaced(this.#caller, await readFolder(this.#db, folderId))
    return placeIn(this.#db, this.#metadata.dialect, folderId)
  }

  async addReport(viewId: number, { reportName, remark, info }: FileReport): Promise<void> {
    const values = {
      view_meta_id: viewId,
      report_name: reportName,
      remark,
      position: await lastPosition(this.#db, 'report', viewId),
      info: JSON.stringify(info),
      author_id: this.#caller.id,
    }
    const kind = reportsAs([await findView(this.#db, this.#caller, viewId)])
    await addObject(this.#db, kind, this.#caller, values, { name: reportName })
  }

  async changeReport(id: number, { remark, info }: Omit<FileReport, 'reportName'>, names: InfoNames) {
    await changeReport(this.#metadata, this.#db, this.#caller, { id, info, remark }, names)
  }
}
