/** Statements in the form of standards: CycloneDX 1.6, SPDX 3.0.1, Croissant 1.0. */
import { SpoliaError } from "../../../base/errors.ts";
import { ENGINE_VERSION } from "../../../base/version.ts";
import { Blank, Said, saidOr } from "./draft.ts";
import type { DatasetFacts, TrainingFacts } from "./facts.ts";

const [TOOL, TOOL_VERSION] = ENGINE_VERSION.split(" ") as [string, string];

/** Facts that a standard has no field for, by name. */
function further({ corpora, record, told, evidence }: DatasetFacts): [name: string, said: Said | null][] {
  return [
    ...corpora.flatMap((one): [string, Said | null][] => [
      ["corpus", one.name],
      ["corpus:revision", one.revision],
      ["corpus:documents", one.documents],
      ["corpus:words", one.words],
      ["corpus:declared", one.declared],
      ...one.origins.map((origin): [string, Said] => ["corpus:origin", origin]),
    ]),
    ["tokens", told(record?.tokens ?? null)],
    ["documents", told(record?.documents ?? null)],
    ["languages", told(record?.languages?.join(" ") ?? null)],
    ["period:from", told(record?.period?.from ?? null)],
    ["period:to", told(record?.period?.to ?? null)],
    ["availability", told(record?.availability ?? null)],
    ["opt-out", told(record?.opt_out ?? null)],
    ["evidence", evidence],
  ];
}

const present = <Value>(list: readonly (Value | null)[]): Value[] => list.filter((one) => one !== null);
const orNone = <Value>(list: readonly Value[]): readonly Value[] | undefined => (list.length === 0 ? undefined : list);

/** Of a corpus the bytes of its texts, which were counted; else those of the record. */
const bytesOf = ({ corpora, record, told }: DatasetFacts): Said<number> | null =>
  corpora.length === 1 ? corpora[0]!.bytes : told(record?.bytes ?? null);

/** `kind` and note of the record. */
const describedBy = ({ record, told }: DatasetFacts): Said<string> | null =>
  record === null
    ? null
    : told(record.note === null ? `Kind: ${record.kind}.` : `Kind: ${record.kind}. ${record.note}`);

const GOVERNANCE = "Custodians, stewards and owners of the dataset";
const LICENCE = "Licence of the dataset";

export const CYCLONEDX = {
  standard: "CycloneDX 1.6",
  write({ created, model, datasets }: TrainingFacts): object {
    const components = datasets.map((facts) => {
      const { id, name, record, told, addresses } = facts;
      const properties = further(facts).flatMap(([key, said]) =>
        said === null ? [] : [{ name: `spolia:${key}`, value: new Said(String(said.value), said.from) }],
      );
      return {
        type: "data",
        "bom-ref": `dataset:${id}`,
        name,
        description: saidOr(describedBy(facts), "Description of the dataset"),
        licenses: record?.licence == null ? new Blank(LICENCE) : [{ license: { name: told(record.licence) } }],
        data: [
          {
            type: "dataset",
            name,
            governance: new Blank(GOVERNANCE),
            sensitiveData: new Blank("Sensitive data in it"),
          },
        ],
        externalReferences: orNone(addresses.map((url) => ({ type: "documentation", url }))),
        properties: orNone(properties),
      };
    });
    const ofModel = model && {
      type: "machine-learning-model",
      "bom-ref": `model:${model.record.id}`,
      manufacturer: { name: model.provider },
      name: model.told(model.record.name),
      modelCard: {
        modelParameters: { datasets: datasets.map(({ id }) => ({ ref: `dataset:${id}` })) },
        considerations: new Blank("Users, use cases, limitations and risks of the model"),
      },
    };
    return {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: {
        timestamp: created,
        tools: { components: [{ type: "application", name: TOOL, version: TOOL_VERSION }] },
        authors: new Blank("Who answers for this statement"),
      },
      components: [...(ofModel === null ? [] : [ofModel]), ...components],
      dependencies:
        ofModel === null
          ? undefined
          : [{ ref: ofModel["bom-ref"], dependsOn: components.map((one) => one["bom-ref"]) }],
    };
  },
};

/** Kinds of data that records name, in the words of SPDX; every corpus is text. */
const SPDX_KINDS: Readonly<Record<string, string>> = { "image-text": "image", math: "text", code: "text" };
const NAMESPACE = "urn:spolia:";

export const SPDX = {
  standard: "SPDX 3.0.1, profiles core, dataset and simpleLicensing",
  write({ created, model, datasets }: TrainingFacts): object {
    const creationInfo = "_:creation";
    const iri = (kind: string, id: string) => `${NAMESPACE}${kind}:${encodeURIComponent(id)}`;
    const element = (type: string, spdxId: string) => ({ type, spdxId, creationInfo });
    const tool = iri("agent", "spolia");
    const packages = datasets.flatMap((facts) => {
      const { id, name, record, told, addresses } = facts;
      const spdxId = iri("dataset", id);
      const rest = present(
        further(facts).map(([key, said]) => said && new Said(`${key}: ${String(said.value)}`, said.from)),
      );
      const licence = told(record?.licence ?? null);
      const dataset = {
        ...element("dataset_DatasetPackage", spdxId),
        name,
        description: saidOr(describedBy(facts), "Description of the dataset"),
        ...(rest.length > 0 && {
          comment: new Said(
            rest.map(({ value }) => value).join("; "),
            rest.flatMap(({ from }) => from),
          ),
        }),
        software_primaryPurpose: "data",
        software_downloadLocation: new Blank("Where the dataset can be had"),
        dataset_datasetType: datasetTypes(facts),
        dataset_datasetSize: saidOr(bytesOf(facts), "Size of the dataset in bytes"),
        dataset_datasetAvailability: record?.availability === "gated" ? told("registration") : undefined,
        dataset_dataCollectionProcess: new Blank("How the data were collected"),
        dataset_intendedUse: new Blank("What the dataset is meant for"),
        dataset_knownBias: new Blank("Known bias"),
        dataset_hasSensitivePersonalInformation: new Blank("Whether it has sensitive personal information"),
        originatedBy: new Blank("Who made the dataset"),
        builtTime: new Blank("When it was built"),
        releaseTime: new Blank("When it was released"),
        externalRef: orNone(
          addresses.map((url) => ({ type: "ExternalRef", externalRefType: "documentation", locator: [url] })),
        ),
      };
      if (licence === null) return [{ ...dataset }];
      const text = iri("licence", id);
      return [
        dataset,
        { ...element("simplelicensing_SimpleLicensingText", text), simplelicensing_licenseText: licence },
        relationship(iri("declared-licence", id), "hasDeclaredLicense", spdxId, [text]),
      ];
    });
    function relationship(spdxId: string, relationshipType: string, from: string, to: readonly string[]): object {
      return { ...element("Relationship", spdxId), relationshipType, from, to };
    }
    const ids = datasets.map(({ id }) => iri("dataset", id));
    const ofModel =
      model === null
        ? []
        : [
            {
              ...element("ai_AIPackage", iri("model", model.record.id)),
              name: model.told(model.record.name),
              software_primaryPurpose: "model",
              suppliedBy: iri("agent", model.record.provider),
            },
            { ...element("Organization", iri("agent", model.record.provider)), name: model.provider },
            relationship(iri("trained-on", model.record.id), "trainedOn", iri("model", model.record.id), ids),
          ];
    return {
      "@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld",
      "@graph": [
        { type: "CreationInfo", "@id": creationInfo, specVersion: "3.0.1", created, createdBy: [tool] },
        { ...element("SoftwareAgent", tool), name: ENGINE_VERSION },
        {
          ...element(
            "SpdxDocument",
            iri("document", [created, ...present([model?.record.id ?? null]), ...ids].join(" ")),
          ),
          profileConformance: ["core", "software", "simpleLicensing"],
          rootElement: model === null ? ids : [iri("model", model.record.id)],
        },
        ...ofModel,
        ...packages,
      ],
    };
  },
};

function datasetTypes({ corpora, record, told }: DatasetFacts): (Said<string> | string)[] {
  const [corpus] = corpora;
  if (corpus !== undefined) return [new Said("text", corpus.name.from)];
  const type = record === null ? null : SPDX_KINDS[record.kind];
  return [type == null ? "noAssertion" : told(type)!];
}

const SCHEMA_ORG = "https://schema.org/";
/** Terms of Croissant that are named as they are. */
const CROISSANT_TERMS =
  "citeAs column equivalentProperty extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source subField transform";
/** The context that Croissant 1.0 recommends. */
const CROISSANT_CONTEXT = {
  "@language": "en",
  "@vocab": SCHEMA_ORG,
  ...Object.fromEntries(CROISSANT_TERMS.split(" ").map((term) => [term, `cr:${term}`])),
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  examples: { "@id": "cr:examples", "@type": "@json" },
  rai: "http://mlcommons.org/croissant/RAI/",
  sc: SCHEMA_ORG,
};

export const CROISSANT = {
  standard: "Croissant 1.0",
  write({ datasets }: TrainingFacts): object {
    const [facts, ...more] = datasets;
    if (facts === undefined || more.length > 0)
      throw new SpoliaError("invalid_request", "A Croissant document describes one dataset.", {
        hint: "Ask for a statement of each dataset.",
        fields: [{ pointer: "/datasets", detail: `must name one dataset; these are ${datasets.length}` }],
      });
    const { id, name, record, told, addresses, corpora } = facts;
    const rest = present(
      further(facts).map(([key, said]) => said && new Said(`${key}: ${String(said.value)}`, said.from)),
    );
    const described = present([describedBy(facts), ...rest]);
    const files = corpora.flatMap((corpus) => corpus.files);
    return {
      "@context": CROISSANT_CONTEXT,
      "@type": "sc:Dataset",
      conformsTo: "http://mlcommons.org/croissant/1.0",
      name: new Said(id, name.from),
      alternateName: name,
      description: new Said(
        described.map(({ value }) => value).join(" "),
        described.flatMap(({ from }) => from),
      ),
      license: saidOr(told(record?.licence ?? null), LICENCE),
      url: saidOr(addresses[0] ?? null, "Address of the dataset"),
      sameAs: orNone(addresses.slice(1)),
      inLanguage: record?.languages == null ? new Blank("Languages") : record.languages.map((one) => told(one)),
      creator: new Blank("Who made the dataset"),
      datePublished: new Blank("When it was published"),
      version: new Blank("Version of the dataset"),
      citeAs: new Blank("How it is cited"),
      "rai:personalSensitiveInformation": new Blank("Personal and sensitive information in it"),
      distribution: orNone(
        files.map(({ value, from }, at) => ({
          "@type": "cr:FileObject",
          "@id": `file-${at + 1}`,
          name: new Said(value.name, from),
          contentUrl: new Said(value.name, from),
          contentSize: new Said(`${value.bytes} B`, from),
          encodingFormat: new Said(mediaType(value.name), from),
          sha256: new Said(value.sha256, from),
        })),
      ),
    };
  },
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  gz: "application/gzip",
  html: "text/html",
  json: "application/json",
  jsonl: "application/jsonlines",
  md: "text/markdown",
  parquet: "application/vnd.apache.parquet",
  pdf: "application/pdf",
  txt: "text/plain",
  xml: "application/xml",
  zip: "application/zip",
};

/** By the ending of the name; that of bytes where it is another. */
const mediaType = (name: string): string =>
  MEDIA_TYPES[name.toLowerCase().split(".").at(-1)!] ?? "application/octet-stream";
