interface DriveNameProps {
  readonly productName: string | undefined;
  readonly model: string;
}

/** "Intel Optane SSD DC P4800X" first and its model number second, where the catalog knows it. */
export function DriveName({ productName, model }: DriveNameProps) {
  if (productName === undefined) return model;
  return (
    <>
      {productName} <span className="text-muted">{model}</span>
    </>
  );
}
