// A field for each parameter of the report, and the run button.
import { Button } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { CustomReport } from '#features/custom/contract.ts'
import { ask, changeValue } from '../loading.ts'
import { useCustom } from '../store.ts'
import { ValueField } from './ValueField.tsx'

export function ValueBar({ report }: { report: CustomReport }) {
  const values = useCustom((state) => state.values)
  return (
    <form
      className="custom-bar custom-values"
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      {report.params.map((parameter) => (
        <ValueField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? null}
          onChange={(value) => changeValue(parameter.name, value)}
        />
      ))}
      <Button
        type="submit"
        intent="primary"
        className="custom-query"
        icon={<Play size={14} />}
        disabled={report.problem !== ''}
      >
        查询 <KeyHint command="custom.query" />
      </Button>
    </form>
  )
}
