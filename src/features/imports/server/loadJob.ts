// The job that creates a table from an uploaded file.
import { Type } from 'typebox'
import type { Deps } from '#server/deps.ts'
import { defineJob } from '#server/jobs/declare.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Uploads } from './uploads.ts'

export const loadFileJob = defineJob({
  name: 'imports.load',
  title: '导入数据',
  payload: Type.Object({ upload: Type.String({ maxLength: 64 }) }),
  permission: 'search_config',
  local: true,
  tries: 1,
  timeoutMs: 60 * 60_000,
  noRetry: '上传的文件只在导入页面里，请在那里重新导入',
})

export interface ImportsDeps extends Deps {
  jobs: Jobs
  uploads: Uploads
}
