// The form field for a segment's list: typed, pasted or read from a file.
import { Button, TextArea } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import type { DrawnProps } from '#web/form/types.ts'
import { longText, readListFile, valueOfText } from './listTexts.ts'
import './segment.css'

export function ListField({ id, label, value, isWrong, describedBy, onChange, onBlur }: DrawnProps) {
  const text = typeof value === 'string' ? value : ''
  const long = longText(text)
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const read = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    try {
      onChange(valueOfText(file.name, await readListFile(file)))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '文件读取失败')
    }
  }
  return (
    <div className="segment-list">
      {long ? (
        <p className="segment-file" role="status">
          {long.name === ''
            ? '读入的文件已不在此页，请重新选择'
            : `${long.name}，${long.lines.toLocaleString('en-US')} 行`}
        </p>
      ) : (
        <TextArea
          id={id}
          className="form-mono"
          fill
          rows={6}
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={describedBy}
          placeholder={'10000001\nyhxt,10000002'}
          value={text}
          onBlur={onBlur}
          onChange={(event) => onChange(valueOfText('粘贴的名单', event.currentTarget.value))}
        />
      )}
      <div className="segment-list-tools">
        <input
          ref={picker}
          className="segment-picker"
          type="file"
          tabIndex={-1}
          aria-label="名单文件"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          onChange={(event) => {
            void read(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button
          {...(long && { id })}
          variant="minimal"
          size="small"
          text="从文件读入"
          aria-label="从文件读入"
          onClick={() => picker.current?.click()}
        />
        {text !== '' && <Button variant="minimal" size="small" text="清空" onClick={() => onChange('')} />}
      </div>
      {problem !== '' && <p className="form-problem">{problem}</p>}
    </div>
  )
}
