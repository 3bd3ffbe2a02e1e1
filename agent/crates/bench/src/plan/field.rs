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
    /// A list is no axis of values here.
    single: bool,
}

/// A mapping.
#[derive(Debug)]
pub(super) struct Object<'a> {
    path: String,
    fields: &'a Map<String, Value>,
    /// None of its fields is an axis.
    single: bool,
}

impl<'a> Field<'a> {
    /// The whole document.
    pub(super) fn root(value: &'a Value) -> Self {
        Field {
            path: String::new(),
            value,
            single: false,
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

    /// An error at a path that goes on from here: `[1].steps[0]` or `steps[0].kind`.
    pub(super) fn error_within(&self, path: &str, message: impl Display) -> PlanError {
        let dot = if path.is_empty() || path.starts_with('[') || self.path.is_empty() {
            ""
        } else {
            "."
        };
        PlanError {
            path: format!("{}{dot}{path}", self.path),
            message: message.to_string(),
        }
    }

    pub(super) fn expected<T>(&self, what: impl Display) -> Result<T, PlanError> {
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
            single: false,
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

    /// The value as it stands in the document.
    pub(super) fn raw(&self) -> &'a Value {
        self.value
    }

    /// The items of a list of at least one and at most `most`.
    pub(super) fn items(&self, most: usize) -> Result<Vec<Field<'a>>, PlanError> {
        self.items_of(1..=most)
    }

    /// The items of a list of so many.
    pub(super) fn items_of(&self, count: RangeInclusive<usize>) -> Result<Vec<Field<'a>>, PlanError> {
        let Value::Array(items) = self.value else {
            return self.expected("a list");
        };
        if !count.contains(&items.len()) {
            return Err(self.error(format!(
                "a list of {} to {} is expected, not of {}",
                count.start(),
                count.end(),
                items.len()
            )));
        }
        let item = |(index, value)| Field {
            path: format!("{}[{index}]", self.path),
            value,
            single: self.single,
        };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// A value, or a list of values that differ.
    pub(super) fn axis<T: PartialEq>(
        &self,
        most: usize,
        read: impl Fn(&Field<'a>) -> Result<T, PlanError>,
    ) -> Result<Vec<T>, PlanError> {
        if self.single || !self.value.is_array() {
            return Ok(vec![read(self)?]);
        }
        self.differing(most, read)
    }

    /// A list of values that differ.
    pub(super) fn differing<T: PartialEq>(
        &self,
        most: usize,
        read: impl Fn(&Field<'a>) -> Result<T, PlanError>,
    ) -> Result<Vec<T>, PlanError> {
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

    /// One of a few words, and what it stands for.
    pub(super) fn choice<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, PlanError> {
        let text = self.text()?;
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Ok(*meaning),
            None => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                Err(self.error(format_args!("expected {}", either(&words))))
            }
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
    /// The same, where no field is an axis: a list is no value of one.
    pub(super) fn of_single_values(mut self) -> Self {
        self.single = true;
        self
    }

    /// The field of this name, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<Field<'a>> {
        let value = self.fields.get(name)?;
        Some(Field {
            path: self.path_to(name),
            value,
            single: self.single,
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
            single: self.single,
        }
        .error(message)
    }
}

/// Words as a sentence lists them: "a, b or c".
pub(super) fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
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
