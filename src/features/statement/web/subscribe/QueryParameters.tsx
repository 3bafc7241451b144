// The parameters of a subscribed query; values of dictionaries are chosen by name.
import { call } from '#web/api/client.ts'
import { labelsBy } from '#web/api/dictionaries.ts'
import { ParametersInput } from '#web/form/ParametersInput.tsx'
import type { DrawnProps } from '#web/form/types.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'

const load = labelsBy((ids) => call(anaDictListsByDictId, { body: ids }, { quiet: true, loading: null }))

export const QueryParameters = (props: DrawnProps) => <ParametersInput {...props} load={load} />
