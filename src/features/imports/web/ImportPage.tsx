// /config/import: imports a file as a report. Shows the tab's single import.
import { Button, ProgressBar } from '@blueprintjs/core'
import { Import } from '@blueprintjs/icons'
import { type DragEvent, useEffect, useRef } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { chooseFile } from './commandHandlers.ts'
import { FormerTables } from './FormerTables.tsx'
import { giveUp, load } from './loading.ts'
import { OpenImports } from './OpenImports.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { sendFile, sizeText } from './sending.ts'
import { useImport } from './store.ts'
import './imports.css'

const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.xls,.gz,.zst'

export function Page() {
  const { step, fileName, fileSize } = useImport()
  return (
    <section className="imports-page" aria-labelledby="imports-title" data-asks>
      <div className="title-line">
        <h1 id="imports-title" className="title-name">
          导入数据
        </h1>
        {step !== 'choose' && (
          <span className="imports-file">
            {fileName} <span className="imports-muted">{sizeText(fileSize)}</span>
          </span>
        )}
        <div className="imports-actions">
          {step === 'columns' && (
            <>
              <CommandTip command="imports.cancel" title="放弃这个文件">
                <Button variant="minimal" text="取消" onClick={() => void giveUp()} />
              </CommandTip>
              <CommandTip command="imports.load" title="建立数据表、指标与报表">
                <Button intent="primary" onClick={() => void load()}>
                  导入 <KeyHint command="imports.load" />
                </Button>
              </CommandTip>
            </>
          )}
        </div>
      </div>
      {step === 'choose' && <ChooseStep />}
      {(step === 'sending' || step === 'reading' || step === 'loading') && <UnderWay />}
      {step === 'columns' && <ColumnsStep />}
      <ReplaceDialog />
      <FileField />
    </section>
  )
}

function FileField() {
  const field = useRef<HTMLInputElement>(null)
  return (
    <input
      ref={field}
      id="imports-file"
      type="file"
      accept={accepted}
      aria-label="要导入的文件"
      hidden
      onChange={() => {
        const file = field.current?.files?.[0]
        if (file) void sendFile(file)
        // Allows choosing the same file again.
        if (field.current) field.current.value = ''
      }}
    />
  )
}

function ChooseStep() {
  const failure = useImport((work) => work.failure)
  const fileName = useImport((work) => work.fileName)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) void sendFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorter way to the button within.
    <div className="imports-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="state">
        <div className="state-icon">
          <Import size={32} />
        </div>
        {failure === null ? (
          <h2 className="state-title">把文件拖到这里</h2>
        ) : (
          <div className="imports-failure">
            <FailureLine what={fileName ? `「${fileName}」导入失败` : '导入失败'} failure={failure} />
          </div>
        )}
        <p className="state-text">
          CSV、Excel（.xlsx .xls）、Parquet 或
          JSON。先核对各列，再建立数据表、指标和报表；取消或关闭页面不留下任何东西。
        </p>
        <div className="state-actions">
          <Button intent="primary" autoFocus onClick={chooseFile}>
            选择文件 <KeyHint command="imports.choose" />
          </Button>
        </div>
        <OpenImports asked={failure?.message ?? ''} />
        <FormerTables />
      </div>
    </div>
  )
}

function UnderWay() {
  const { step, fraction, doing } = useImport()
  const place = useRef<HTMLDivElement>(null)
  const text = `${doing} ${Math.floor(fraction * 100)}%`
  // The pressed button is gone, so the focus moves to the next one.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div className="imports-under-way" ref={place}>
      <div className="state">
        <h2 className="state-title">
          {{ sending: '正在上传', reading: '正在读取', loading: '正在导入' }[step as 'sending']}
        </h2>
        <p className="state-text" role="status">
          {text}
        </p>
        <ProgressBar
          className="imports-progress"
          intent="primary"
          value={fraction}
          animate={false}
          stripes={false}
          aria-label={text}
        />
        <div className="state-actions">
          <Button onClick={() => void giveUp()}>
            取消 <KeyHint command="imports.cancel" />
          </Button>
        </div>
      </div>
    </div>
  )
}
