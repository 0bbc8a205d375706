package import WCDBSQL

// The trees that the objects of this module stand for. Trees and objects share many names
// (an `Expression` of a program holds an `Expression` of the language), so the trees have names of
// their own here.

package typealias ExpressionTree = WCDBSQL.Expression
package typealias ResultTree = WCDBSQL.ResultColumn
package typealias OrderingTree = WCDBSQL.OrderingTerm
package typealias ForeignKeyTree = WCDBSQL.ForeignKey
package typealias ColumnConstraintTree = WCDBSQL.ColumnConstraint
package typealias TableConstraintTree = WCDBSQL.TableConstraint
package typealias CommonTableTree = WCDBSQL.CommonTableExpression
package typealias UpsertTree = WCDBSQL.Upsert
package typealias RaiseTree = WCDBSQL.RaiseFunction
package typealias ConflictTree = WCDBSQL.ConflictAction
package typealias StatementTree = WCDBSQL.Statement
package typealias SubqueryTree = WCDBSQL.Subquery
package typealias JoinTree = WCDBSQL.JoinClause
package typealias Name = WCDBSQL.Name
