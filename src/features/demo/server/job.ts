// The job that makes the demo: it takes seconds, and outlives the page and the server that started it.
import { Type } from 'typebox'
import { defineJob } from '#server/jobs/declare.ts'
import { demoSizes } from '../contract.ts'

export const addDemoJob = defineJob({
  name: 'demo.add',
  title: '生成演示数据',
  payload: Type.Object({ size: Type.Enum([...demoSizes]) }),
  permission: 'search_config',
  local: true,
  tries: 3,
  timeoutMs: 30 * 60_000,
})
