// The author's remark about the report, above the table.
import { Button } from '@blueprintjs/core'
import { Comment, Edit } from '@blueprintjs/icons'
import { useState } from 'react'
import { useReport } from '../store.ts'

const longFrom = 120

export function Remark() {
  const report = useReport((state) => state.present?.report)
  const [whole, setWhole] = useState(false)
  if (!report?.remark.trim()) return null
  const long = report.remark.length > longFrom || report.remark.includes('\n')
  return (
    <div className={`remark ${whole ? 'remark-whole' : ''}`}>
      <Comment size={12} className="remark-icon" />
      <span className="remark-text">{report.remark}</span>
      {long && (
        <Button
          size="small"
          variant="minimal"
          text={whole ? '收起' : '展开'}
          onClick={() => setWhole(!whole)}
        />
      )}
      {report.editable && (
        <Button
          size="small"
          variant="minimal"
          icon={<Edit size={12} />}
          aria-label="编辑备注"
          title="编辑备注"
          onClick={() => useReport.setState({ dialog: { kind: 'remark' } })}
        />
      )}
    </div>
  )
}
