// The file's JSON Schema, the same one that checks uploaded files.
import { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { exportFileName } from '#shared/exportName.ts'
import { shape } from './fileShape.ts'

export const jsonSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: '报表定义',
  description: 'id 只在文件里有效：各部分用它互相引用。公式里的 [名称] 指文件里或已有的指标。',
  ...shape,
})

export function schemaFile({ settings }: Deps): BlobReply {
  return {
    fileName: exportFileName('报表定义的格式', new Date(), settings.zone, 'schema.json'),
    contentType: 'application/schema+json; charset=utf-8',
    body: Readable.from([JSON.stringify(jsonSchema(), null, 2)]),
  }
}
