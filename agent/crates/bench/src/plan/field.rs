//! A value of a plan file that knows where it stands, so that every error can say so.

use crate::notation::quoted;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Why a plan could not be read, and where in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct PlanError {
    path: String,
    message: String,
}

impl PlanError {
    /// The document as a whole is at fault.
    pub(super) fn of_file(message: impl Display) -> Self {
        PlanError {
            path: "the plan".into(),
            message: message.to_string(),
        }
    }
}

/// A value and its path, such as `steps[1].queueDepth[2]`.
#[derive(Debug, Clone)]
pub(super) struct Field<'a> {
    path: String,
    value: &'a Value,
}

/// A mapping.
#[derive(Debug)]
pub(super) struct Object<'a> {
    path: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Field<'a> {
    /// The whole document.
    pub(super) fn root(value: &'a Value) -> Self {
        Field {
            path: String::new(),
            value,
        }
    }

    pub(super) fn error(&self, message: impl Display) -> PlanError {
        if self.path.is_empty() {
            return PlanError::of_file(message);
        }
        PlanError {
            path: self.path.clone(),
            message: message.to_string(),
        }
    }

    fn expected<T>(&self, what: impl Display) -> Result<T, PlanError> {
        Err(self.error(format!("expected {what}, found {}", found(self.value))))
    }

    /// A mapping, whatever its fields.
    pub(super) fn any_object(&self) -> Result<Object<'a>, PlanError> {
        let Value::Object(fields) = self.value else {
            return self.expected("a mapping");
        };
        Ok(Object {
            path: self.path.clone(),
            fields,
        })
    }

    /// A mapping with no other fields than `known` ones.
    pub(super) fn object(&self, known: &[&str]) -> Result<Object<'a>, PlanError> {
        let object = self.any_object()?;
        match object.fields.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(object),
            Some(unknown) => Err(self.error(format!(
                "there is no field {}; there are {}",
                quoted(unknown),
                known.join(", ")
            ))),
        }
    }

    /// The items of a list of at least one and at most `most`.
    pub(super) fn items(&self, most: usize) -> Result<Vec<Field<'a>>, PlanError> {
        let Value::Array(items) = self.value else {
            return self.expected("a list");
        };
        if items.is_empty() || items.len() > most {
            return Err(self.error(format!(
                "a list of 1 to {most} is expected, not of {}",
                items.len()
            )));
        }
        let item = |(index, value)| Field {
            path: format!("{}[{index}]", self.path),
            value,
        };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// A value, or a list of values that differ.
    pub(super) fn axis<T: PartialEq>(
        &self,
        most: usize,
        read: impl Fn(&Field<'a>) -> Result<T, PlanError>,
    ) -> Result<Vec<T>, PlanError> {
        if !self.value.is_array() {
            return Ok(vec![read(self)?]);
        }
        let mut values = Vec::new();
        for item in self.items(most)? {
            let value = read(&item)?;
            if values.contains(&value) {
                return Err(item.error("the value is there twice"));
            }
            values.push(value);
        }
        Ok(values)
    }

    pub(super) fn text(&self) -> Result<&'a str, PlanError> {
        match self.value {
            Value::String(text) => Ok(text),
            _ => self.expected("a text"),
        }
    }

    pub(super) fn flag(&self) -> Result<bool, PlanError> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            _ => self.expected("true or false"),
        }
    }

    /// A whole number in `range`.
    pub(super) fn whole(&self, range: RangeInclusive<u64>) -> Result<u64, PlanError> {
        match self.value.as_u64() {
            Some(number) if range.contains(&number) => Ok(number),
            _ => self.expected(format_args!(
                "a whole number from {} to {}",
                range.start(),
                range.end()
            )),
        }
    }

    /// A number in `range`.
    pub(super) fn number(&self, range: RangeInclusive<f64>) -> Result<f64, PlanError> {
        match self.value.as_f64() {
            Some(number) if range.contains(&number) => Ok(number),
            _ => self.expected(format_args!("a number from {} to {}", range.start(), range.end())),
        }
    }

    /// A text in the notation of `T`; a bare number is read as its digits.
    pub(super) fn notation<T: FromStr<Err: Display>>(&self) -> Result<T, PlanError> {
        let parsed = match self.value {
            Value::Number(number) => number.to_string().parse(),
            _ => self.text()?.parse(),
        };
        parsed.map_err(|error| self.error(error))
    }
}

impl<'a> Object<'a> {
    /// The field of this name, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<Field<'a>> {
        let value = self.fields.get(name)?;
        Some(Field {
            path: self.path_to(name),
            value,
        })
    }

    fn path_to(&self, name: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}{dot}{name}", self.path)
    }

    /// The field of this name.
    pub(super) fn required(&self, name: &str) -> Result<Field<'a>, PlanError> {
        self.get(name).ok_or_else(|| PlanError {
            path: self.path_to(name),
            message: "is missing".into(),
        })
    }

    pub(super) fn error(&self, message: impl Display) -> PlanError {
        Field {
            path: self.path.clone(),
            value: &Value::Null,
        }
        .error(message)
    }
}

/// A value as an error shows it: a long or nested one by its kind.
fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "a mapping".into(),
    }
}
