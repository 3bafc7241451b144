// The editor of our own build: SQL and nothing else, Chinese, its worker from our server, its themes ours.
import 'monaco-editor/nls/lang/zh-cn.js'
import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/codeEditor/register.js'
import 'monaco-editor/features/codicon/register.js'
// All its parts before it is first used: Monaco does not know services that come later, in whatever file they come.
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
