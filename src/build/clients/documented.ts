/** The schemas of the OpenAPI document, from which clients have the types of documents. */

/** A JSON Schema, as it stands in the OpenAPI document. */
export interface DocumentedSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, DocumentedSchema>;
  required?: string[];
  additionalProperties?: DocumentedSchema | boolean;
  items?: DocumentedSchema;
  allOf?: DocumentedSchema[];
  oneOf?: DocumentedSchema[];
}

export type Schemas = Readonly<Record<string, DocumentedSchema>>;

export interface DocumentWithSchemas {
  readonly components: { readonly schemas: Schemas };
}

/** The name of the component that a schema refers to. */
export const referenced = (schema: DocumentedSchema): string | undefined => schema.$ref?.split("/").at(-1);

export const isObject = (schema: DocumentedSchema): boolean =>
  schema.properties !== undefined || schema.allOf?.every(isObjectOrReference) === true;
const isObjectOrReference = (schema: DocumentedSchema): boolean => schema.$ref !== undefined || isObject(schema);
