import { z } from "zod/v4";

const media = z.object({ schema: z.unknown(), example: z.unknown().optional() });
const content = z.record(z.string(), media).default({});
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  description: z.string().optional(),
  required: z.boolean().default(false),
  example: z.unknown().optional(),
  schema: z.object({ description: z.string().optional() }).optional(),
});
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameter).default([]),
  "x-codeSamples": z.array(z.object({ source: z.string() })).default([]),
  responses: z.record(z.string(), z.object({ description: z.string(), content })),
});
export type ApiOperation = z.output<typeof operation>;

/** The parts of an OpenAPI document that a page shows. */
export const apiDocumentSchema = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});
export type ApiDocument = z.output<typeof apiDocumentSchema>;
