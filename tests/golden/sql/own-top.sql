WITH _2_p1 AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."player_id" AS "_2_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_1 AS (
  SELECT f."channel" AS "d4", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d4", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d4", "p11", NULL AS "p1"
    FROM (
      SELECT "d4", sum("p11") AS "p11"
      FROM _1
      GROUP BY 1
    ) AS piece1
    UNION ALL
    SELECT "d4", NULL AS "p11", "p1"
    FROM (
      SELECT "d4", max(0 * 0) AS "p1"
      FROM _2_p1
      GROUP BY 1
    ) AS piece2
    UNION ALL
    SELECT "d4", NULL AS "p11", "p1"
    FROM (
      SELECT "d4", count(DISTINCT "_2_p1_value") AS "p1"
      FROM _2_p1
      GROUP BY 1
    ) AS piece3
  ) AS pieces
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d4", TRUE AS "_first"
  FROM (
    SELECT r.*, r."p-1" / 10000 AS "p-2"
    FROM (
      SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
      FROM (
        SELECT "d4", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
        FROM _top_ranked
      ) AS r
    ) AS r
  ) AS r
  ORDER BY r."p-2" DESC NULLS LAST, r."d4" ASC NULLS LAST
  LIMIT 1
),
_2_p1_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN _2_p1."d4" END AS "d4", NOT coalesce(_top."_first", FALSE) AS "_other", "_2_p1_value"
  FROM _2_p1 LEFT JOIN _top ON _top."d4" IS NOT DISTINCT FROM _2_p1."d4"
  GROUP BY 1, 2, 3
),
_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _1."d4" END AS "d4", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p11") AS "p11"
  FROM _1 LEFT JOIN _top ON _top."d4" IS NOT DISTINCT FROM _1."d4"
  GROUP BY 1, 2
),
_2_p1_top_rows AS (
  SELECT "d4", "_other", count("_2_p1_value") AS "p1"
  FROM _2_p1_top
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d4", "_other", sum("p11") AS "p11", max("p1") AS "p1"
  FROM (
    SELECT "d4", "_other", "p11", NULL AS "p1"
    FROM _1_top
    UNION ALL
    SELECT "d4", "_other", NULL AS "p11", "p1"
    FROM _2_p1_top_rows
  ) AS _all
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", FALSE AS "_other", sum("p11") AS "p11", (SELECT count(DISTINCT "_2_p1_value") FROM _2_p1_top) AS "p1"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d4", "_other", "p11", "p1"
  FROM _rows
)
SELECT r."d4", r."p-1", r."_other"
FROM (
  SELECT r.*, r."p-1" / 10000 AS "p-2"
  FROM (
    SELECT r.*, r."p11" / nullif(r."p1", 0) AS "p-1"
    FROM (
      SELECT "_level", "d4", "_other", coalesce("p11", 0) AS "p11", coalesce("p1", 0) AS "p1"
      FROM _levels
    ) AS r
  ) AS r
) AS r
ORDER BY r."_level", r."_other", r."p-1" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
