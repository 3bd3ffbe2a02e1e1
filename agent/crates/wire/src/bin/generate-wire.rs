//! Writes `src/generated.rs` from `packages/protocol/schema/agent-v1.json`; `--check` fails when it is out of date.
//!
//! The schema stays as the server publishes it; this program derives the Rust view of it:
//!
//! - A union of objects that differ in `kind` becomes an internally tagged enum of the named types, and `kind`
//!   leaves those types. typify alone would try the variants one after the other, so that an error in one
//!   field of one event would read "data did not match any variant".
//! - Limits of texts and lists are left out, because typify would make a newtype of every one of them. They are
//!   applied in one place, by `fit`, which reads them from the same schema.
//! - An integer gets the narrowest Rust type that holds its range; typify would make most of them `i64`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use serde_json::{Map, Value};
use typify::{TypeSpace, TypeSpaceSettings};

type Failure = Box<dyn std::error::Error>;

const HEADER: &str = "// Generated from packages/protocol/schema/agent-v1.json by generate-wire. Do not edit.\n\
                      #![allow(missing_docs, clippy::all, clippy::pedantic)]\n\n";

fn main() -> Result<ExitCode, Failure> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema_path = crate_dir.join("../../../packages/protocol/schema/agent-v1.json");
    let target: PathBuf = crate_dir.join("src/generated.rs");

    let schema: Value = serde_json::from_str(&std::fs::read_to_string(&schema_path)?)?;
    let code = format_code(&format!("{HEADER}{}", generate(schema)?), crate_dir)?;

    if !std::env::args().any(|argument| argument == "--check") {
        std::fs::write(&target, code)?;
        return Ok(ExitCode::SUCCESS);
    }
    if std::fs::read_to_string(&target).unwrap_or_default() == code {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!(
        "{} differs from {}: run `npm run generate`",
        target.display(),
        schema_path.display()
    );
    Ok(ExitCode::FAILURE)
}

fn generate(mut schema: Value) -> Result<String, Failure> {
    let definitions = schema["definitions"]
        .as_object_mut()
        .ok_or("the schema has no definitions")?;
    let unions = take_unions(definitions);
    for member in unions.iter().flat_map(|union| &union.members) {
        remove_tag(&mut definitions[&member.type_name]);
    }
    remove_limits(&mut schema);

    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("PartialEq".to_owned());
    for union in &unions {
        settings.with_replacement(
            &union.name,
            format!("crate::generated::{}", union.name),
            [].into_iter(),
        );
    }
    let mut types = TypeSpace::new(&settings);
    types.add_root_schema(serde_json::from_value(schema)?)?;

    let enums = unions.iter().map(union_code);
    let generated = types.to_stream();
    let file: syn::File = syn::parse2(quote!(#generated #(#enums)*))?;
    Ok(prettyplease::unparse(&file))
}

struct Union {
    name: String,
    members: Vec<Member>,
}

struct Member {
    type_name: String,
    kind: String,
}

/// Finds every definition that is a `oneOf` of references to objects with a constant `kind`.
fn take_unions(definitions: &Map<String, Value>) -> Vec<Union> {
    let mut unions = Vec::new();
    for (name, definition) in definitions {
        let Some(variants) = definition["oneOf"].as_array() else {
            continue;
        };
        let members: Option<Vec<Member>> = variants
            .iter()
            .map(|variant| member(variant, definitions))
            .collect();
        if let Some(members) = members {
            unions.push(Union {
                name: name.clone(),
                members,
            });
        }
    }
    unions
}

fn member(variant: &Value, definitions: &Map<String, Value>) -> Option<Member> {
    let type_name = variant["$ref"]
        .as_str()?
        .strip_prefix("#/definitions/")?
        .to_owned();
    let kind = definitions.get(&type_name)?["properties"]["kind"]["const"]
        .as_str()?
        .to_owned();
    Some(Member { type_name, kind })
}

/// serde writes and reads the tag of an internally tagged enum; the variant's own type must not have it as well.
fn remove_tag(definition: &mut Value) {
    if let Some(properties) = definition["properties"].as_object_mut() {
        properties.remove("kind");
    }
    if let Some(required) = definition["required"].as_array_mut() {
        required.retain(|name| name != "kind");
    }
}

fn remove_limits(node: &mut Value) {
    match node {
        Value::Object(object) => {
            if object
                .get("type")
                .is_some_and(|kind| kind == "string" || kind == "array")
            {
                for limit in ["minLength", "maxLength", "pattern", "minItems", "maxItems"] {
                    object.remove(limit);
                }
            }
            if object.get("type").is_some_and(|kind| kind == "integer") {
                let format = integer_format(object.remove("minimum"), object.remove("maximum"));
                object.insert("format".to_owned(), format.into());
            }
            object.values_mut().for_each(remove_limits);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_limits),
        _ => {}
    }
}

fn integer_format(minimum: Option<Value>, maximum: Option<Value>) -> &'static str {
    let minimum = minimum.and_then(|value| value.as_i64()).unwrap_or(i64::MIN);
    let maximum = maximum.and_then(|value| value.as_i64()).unwrap_or(i64::MAX);
    match (minimum, maximum) {
        (0.., ..=0xff) => "uint8",
        (0.., ..=0xffff) => "uint16",
        (0.., ..=0xffff_ffff) => "uint32",
        (0.., _) => "uint64",
        (-0x8000_0000.., ..=0x7fff_ffff) => "int32",
        _ => "int64",
    }
}

fn union_code(union: &Union) -> TokenStream {
    let name = format_ident!("{}", union.name);
    let variants = union.members.iter().map(|Member { type_name, kind }| {
        let (variant, type_name) = (variant_name(kind), format_ident!("{type_name}"));
        quote!(#[serde(rename = #kind)] #variant(#type_name),)
    });
    let conversions = union.members.iter().map(|Member { type_name, kind }| {
        let (variant, type_name) = (variant_name(kind), format_ident!("{type_name}"));
        quote! {
            impl From<#type_name> for #name {
                fn from(value: #type_name) -> Self { Self::#variant(value) }
            }
        }
    });
    quote! {
        #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(tag = "kind")]
        pub enum #name { #(#variants)* }
        #(#conversions)*
    }
}

fn variant_name(kind: &str) -> Ident {
    format_ident!("{}{}", kind[..1].to_ascii_uppercase(), &kind[1..])
}

/// rustfmt with the workspace's own settings, so that `cargo fmt --check` agrees with the generated file.
fn format_code(code: &str, crate_dir: &Path) -> Result<String, Failure> {
    use std::io::Write;
    let config = crate_dir.join("../../rustfmt.toml");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(config)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    child
        .stdin
        .take()
        .ok_or("rustfmt has no stdin")?
        .write_all(code.as_bytes())?;
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err("rustfmt refused the generated code".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
