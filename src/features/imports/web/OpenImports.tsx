// The user's other uploads: of closed tabs, which would hold the places for new ones.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { useAsked } from '#web/ui/useAsked.ts'
import { cancelImport, listImports, type OpenImport } from '../contract.ts'
import { sizeText } from './sending.ts'

const phases: Readonly<Record<string, string>> = {
  sending: '上传中',
  reading: '读取中',
  ready: '待核对各列',
  loading: '导入中',
  failed: '读取失败',
  done: '已导入',
}

/** `asked`: asks again when it changes. */
export function OpenImports({ asked }: { asked: string }) {
  const { value, failure, again } = useAsked(asked, (signal) => call(listImports, {}, { ...quiet, signal }))
  const [refused, setRefused] = useState<CallError | null>(null)
  if (failure) return <FailureLine what="正在导入的文件读取失败" failure={failure} onRetry={again} />
  if (!value || value.length === 0) return null
  const drop = async ({ id }: OpenImport) => {
    setRefused(null)
    try {
      await call(cancelImport, { params: { id }, body: { discard: true } }, quiet)
      again()
    } catch (error) {
      setRefused(failureOf(error))
    }
  }
  return (
    <section className="imports-open" aria-label="正在导入的文件">
      <p className="imports-muted">
        你还有 {value.length} 个文件没有导入完（别的页面或已关闭的页面），最多同时 3 个：
      </p>
      <ul>
        {value.map((upload) => (
          <li key={upload.id}>
            <span>
              {upload.name}{' '}
              <span className="imports-muted">
                {sizeText(upload.size)} {phases[upload.phase] ?? ''}
              </span>
            </span>
            <Button
              size="small"
              text="放弃"
              aria-label={`放弃 ${upload.name}`}
              onClick={() => void drop(upload)}
            />
          </li>
        ))}
      </ul>
      {refused && <FailureLine what="放弃失败" failure={refused} />}
    </section>
  )
}
