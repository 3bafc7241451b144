// Splits a URL into its parts.
import { Problem, Results, TextField } from '../Fields.tsx'
import { instrumentHints } from '../names.ts'
import { useText } from '../texts.ts'
import { readAddress } from './readAddress.ts'

export function AddressTool() {
  const text = useText('address.text')
  const read = text.trim() === '' ? null : readAddress(text)
  return (
    <>
      <TextField
        field="address.text"
        label="网址"
        hint={instrumentHints.address}
        rows={4}
        isWrong={typeof read === 'string'}
      />
      {typeof read === 'string' && <Problem>{read}</Problem>}
      {read !== null && typeof read !== 'string' && (
        <>
          <Results results={read.parts} />
          {read.parameters.length > 0 && <h2>参数 {read.parameters.length} 个</h2>}
          <Results
            results={read.parameters.map(({ name, value, isRepeated }, at) => ({
              label: isRepeated ? `${name}（第 ${at + 1} 个）` : name,
              value,
              ...(isRepeated && { note: '重复的参数' }),
            }))}
          />
        </>
      )}
    </>
  )
}
