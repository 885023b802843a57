import { pickedFiles } from "../../files.ts";
import type { GivenFile } from "../../messages.ts";

/** A button that opens the browser's own choice of files. */
export function Picker({
  label,
  isFolder = false,
  isOne = false,
  isDisabled = false,
  onPick,
}: {
  label: string;
  isFolder?: boolean;
  isOne?: boolean;
  isDisabled?: boolean;
  onPick: (files: GivenFile[]) => void;
}) {
  return (
    <>
      <button
        type="button"
        disabled={isDisabled}
        onClick={({ currentTarget }) => (currentTarget.nextElementSibling as HTMLElement).click()}
      >
        {label}
      </button>
      <input
        type="file"
        hidden
        aria-label={label}
        multiple={!isOne}
        {...(isFolder && { webkitdirectory: true })}
        onChange={({ currentTarget }) => {
          onPick(pickedFiles(currentTarget.files));
          currentTarget.value = "";
        }}
      />
    </>
  );
}
