// The rows a custom report may contain: those the publisher may see now, narrowed to those the reader may
// see.
import type { Kysely } from 'kysely'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Database } from '#server/metadata/schema.ts'
import { presentUser } from '#server/people.ts'
import { holdsPermission } from '#shared/permissions.ts'

type Publisher = { scope: RowScope } | { problem: string }

export async function readPublisher(db: Kysely<Database>, id: number): Promise<Publisher> {
  const publisher = await presentUser(db, id)
  if (!publisher) return { problem: '发布者的账号已停用，报表暂不能运行，请联系管理员' }
  const { username, authorityInfo } = publisher
  if (!holdsPermission(authorityInfo, 'search_sqlQuery'))
    return { problem: `发布者 ${username} 已没有代码查询权限，报表暂不能运行，请联系发布者` }
  return { scope: publisher }
}
