import * as contract from '@abhyas/contract/bank/question-imports';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import * as imports from './question-imports.ts';

export const questionImportRoutes = (storage: Storage): Route[] => [
  serve(contract.beginImportUpload, (input, context) => imports.beginUpload(context, storage, input), 'uploaded_files'),
  serve(contract.createQuestionImport, (input, context) => imports.createImport(context, storage, input)),
  serve(contract.getImportTemplate, async ({ kind }) => imports.templateOf(kind)),
  serve(contract.getQuestionImports, ({ page = 0 }, context) => imports.listImports(context, page)),
  serve(contract.getQuestionImport, ({ id }, context) => imports.followImport(context, id)),
  serve(contract.getImportRows, (input, context) => imports.rowsOf(context, input)),
  serve(contract.getImportTopics, ({ id }, context) => imports.topicsOf(context, id)),
  serve(contract.mapImportTopics, ({ id, topics }, context) => imports.mapTopics(context, id, topics)),
  serve(contract.setImportDefaults, ({ id, defaults }, context) => imports.setDefaults(context, id, defaults)),
  serve(contract.readImportAgain, ({ id, format }, context) => imports.readAgain(context, id, format)),
  serve(contract.saveImportRow, (input, context) => imports.saveRow(context, input)),
  serve(contract.excludeImportRows, ({ id, rows, is_excluded }, context) => imports.excludeRows(context, id, rows, is_excluded)),
  serve(contract.commitQuestionImport, ({ id, made_as, word }, context) => imports.commitImport(context, id, made_as, word)),
  serve(contract.undoQuestionImport, ({ id }, context) => imports.undoImport(context, id)),
  serve(contract.deleteQuestionImport, ({ id }, context) => imports.deleteImport(context, storage, id)),
];
