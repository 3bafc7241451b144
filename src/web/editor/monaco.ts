// Our build of the editor: only SQL, in Chinese, with its worker from our server and our themes.
import 'monaco-editor/nls/lang/zh-cn.js'
import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/codeEditor/register.js'
import 'monaco-editor/features/codicon/register.js'
// All modules before first use: Monaco ignores services registered later.
import './features.ts'
import { languageConfiguration, languageId, tokensProvider } from './language.ts'
import { defineThemes } from './themes.ts'

declare const EDITOR_WORKER: string

self.MonacoEnvironment = { getWorker: () => new Worker(EDITOR_WORKER, { name: 'editor' }) }
loader.config({ monaco: monaco as never })
monaco.languages.register({ id: languageId, extensions: ['.sql'], aliases: ['SQL'] })
monaco.languages.setLanguageConfiguration(languageId, languageConfiguration)
monaco.languages.setMonarchTokensProvider(languageId, tokensProvider)
defineThemes(monaco)

export { monaco }
